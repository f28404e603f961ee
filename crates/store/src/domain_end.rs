//! The end of a domain, within the change that took everything out of it: what other tables have of it, its history, and its own row.

use crate::entity::{change, column, domain};
use crate::{StoreError, bridges, conditions, device_firmware, discoveries, invitations, log};
use cardea_model::ids::DomainId;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, QueryFilter, Statement};

/// Removes a domain that has nothing in it any more ([`Changing::along`](crate::Drafts::along)). Issued keys and enrollments went with its
/// locks and devices. Its jobs are all over, and are swept as usual. It takes longer the more entries its log has.
///
/// # Errors
/// What the database says; something that is still in it among it.
pub async fn end_domain(tx: &DatabaseTransaction, id: DomainId) -> Result<(), StoreError> {
    let id = column(id.0);
    invitations::Entity::delete_many().filter(invitations::Column::Domain.eq(id)).exec(tx).await?;
    discoveries::Entity::delete_many().filter(discoveries::Column::Domain.eq(id)).exec(tx).await?;
    device_firmware::Entity::delete_many().filter(device_firmware::Column::Domain.eq(id)).exec(tx).await?;
    conditions::Entity::delete_many().filter(conditions::Column::Domain.eq(id)).exec(tx).await?;
    bridges::Entity::delete_many().filter(bridges::Column::Domain.eq(id)).exec(tx).await?;
    log::Entity::delete_many().filter(log::Column::Domain.eq(id)).exec(tx).await?;
    let mark = if tx.get_database_backend() == DbBackend::Postgres { "$1" } else { "?" };
    let totals = format!("DELETE FROM log_totals WHERE domain = {mark}");
    tx.execute_raw(Statement::from_sql_and_values(tx.get_database_backend(), totals, [id.into()])).await?;
    change::Entity::delete_many().filter(change::Column::Domain.eq(id)).exec(tx).await?;
    domain::Entity::delete_by_id(id).exec(tx).await?;
    Ok(())
}
