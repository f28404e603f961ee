//! The policy, cell by cell: operation × persona × scope of the token, in two domains on both databases, and as docs/security.md has it.

use crate::permissions::{all_cases, documented, operations, role};
use crate::world::{As, World};
use cardea_api::permissions::{Access, CHANGES_RIGHTS, OPERATIONS, Permission, Reach, permission};
use cardea_identity::TokenScope;
use std::collections::BTreeSet;

/// What anyone may call needs no scope; all else does, but for signing out, which any token may.
#[test]
fn whatever_needs_a_token_needs_a_scope_but_for_the_end_of_a_sign_in() {
    for (operation, scope, access) in OPERATIONS {
        assert_eq!(
            scope.is_none(),
            access.is_anonymous() || ["delete_cookie", "end_token"].contains(operation),
            "{operation}"
        );
    }
    for (operation, scope, _) in OPERATIONS {
        let changes = matches!(scope, Some(TokenScope::Access | TokenScope::Devices));
        assert!(changes || !CHANGES_RIGHTS.contains(operation), "{operation}");
        let tells = operation.ends_with("_log") || *operation == "list_audit";
        assert_eq!(tells, *scope == Some(TokenScope::Log), "{operation}");
    }
}

/// The rows of the table in docs/security.md, in the order of OPERATIONS.
#[test]
fn the_page_has_the_table_as_it_is() {
    const PAGE: &str = include_str!("../../../../docs/security.md");
    let (_, rest) = PAGE.split_once("### The policy, operation by operation").expect("the heading");
    let written: Vec<&str> = rest
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let word = |reach| match reach {
        Reach::All => "all",
        Reach::Own => "own",
        Reach::No => "no",
    };
    let rows: Vec<String> = OPERATIONS
        .iter()
        .map(|(operation, scope, access)| {
            // Those who call each operation below, in the same order.
            let who = As::ALL.map(|who| match (access, who) {
                (Access::Anonymous(None), _) => "anyone",
                (Access::Anonymous(Some(_)), _) => "anyone, so often",
                (_, As::Anonymous) => "no",
                (Access::Account, _) => "account",
                (Access::Roles { .. }, As::Stranger) => "no",
                (Access::Roles { .. }, _) => word(access.reach(role(who))),
            });
            let scope = scope.map_or("", TokenScope::name);
            format!("| `{operation}` | {scope} | {} |", who.join(" | "))
        })
        .collect();
    assert!(written == rows, "the table in docs/security.md has to be\n{}", rows.join("\n"));
}

/// Calls every operation as everyone, each with a token for everything and with one that lacks the operation's scope; answers how many calls
/// that were.
async fn every_cell(world: &World) -> usize {
    let operations = operations();
    let (mut called, mut cells, mut by_segments) = (BTreeSet::new(), 0, 0);
    for case in all_cases() {
        called.insert(case.operation);
        let (method, template, _) = operations.iter().find(|(_, _, id)| id == case.operation).expect(case.operation);
        let path = documented(&case.path);
        assert_eq!(template.matches('/').count(), path.matches('/').count(), "{} is {template}", case.operation);
        by_segments += usize::from(path != case.path);
        let Permission { scope, access, .. } = permission(case.operation).expect("a row");
        for (who, expected) in As::ALL.into_iter().zip(case.expected.into_iter().chain([401])) {
            let expected = match (who, access) {
                (As::Anonymous, Access::Anonymous(_)) => case.expected[0],
                _ => expected,
            };
            let (path, body) = (world.filled(&case.path).await, world.filled(&case.body.to_string()).await);
            let body = (!case.body.is_null()).then_some(body);
            let before = world.facts().await.revision;
            let refused = format!("{} as {who:?} was refused and yet changed something", case.operation);
            // The change feed never ends by itself; the module `feed` listens to it as everyone.
            if case.operation != "stream_changes" || expected != 200 {
                let answer = match &body {
                    None => world.call(who, method.clone(), &path).await,
                    Some(body) => world.with(who, method.clone(), &path, serde_json::from_str(body).unwrap()).await,
                };
                cells += 1;
                if case.operation == "end_token" && expected != 401 {
                    world.forget_tokens();
                }
                assert_eq!(answer.status.as_u16(), expected, "{} as {who:?}: {}", case.operation, answer.text);
                if !answer.status.is_success() {
                    assert_eq!(world.facts().await.revision, before, "{refused}");
                }
                if who != As::Anonymous && access.reach(role(who)) == Reach::No {
                    answer.refused(403, "forbidden");
                }
                if who == As::Installer && answer.status.is_success() {
                    for other in [As::Admin, As::Guest, As::Nobody] {
                        let name = other.username().split_once('@').unwrap().0;
                        assert!(
                            !answer.text.contains(&format!("{name}@")),
                            "{} tells installers of people: {}",
                            case.operation,
                            answer.text
                        );
                    }
                }
            }
            let Some(scope) = scope.filter(|_| who != As::Anonymous) else { continue };
            let before = world.facts().await.revision;
            let mut refusing = vec![(world.token_without(who, scope).await, world.assumed(who), "insufficient_scope")];
            // The administrator of another domain, as somebody of this one.
            if who == As::Stranger {
                let owner = Some(world.users[&As::Owner]);
                refusing.push((world.token_without(who, scope).await, owner, "insufficient_scope"));
                if let Access::Roles { .. } = access {
                    refusing.push((world.token(who).await, owner, "forbidden"));
                }
            }
            for (token, assumed, code) in refusing {
                let answer = world.by(&token, assumed, method.clone(), &path, body.clone()).await;
                cells += 1;
                assert_eq!(
                    (answer.status.as_u16(), answer.json()["error"].as_str()),
                    (403, Some(code)),
                    "{} as {who:?}: {}",
                    case.operation,
                    answer.text
                );
                if code == "insufficient_scope" {
                    let told = format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"");
                    assert_eq!(answer.header("www-authenticate"), told, "{} as {who:?}", case.operation);
                    assert!(
                        answer.text.contains(scope.name()) && answer.text.contains("ccess token lacks scope"),
                        "{}",
                        answer.text
                    );
                }
                assert_eq!(world.facts().await.revision, before, "{refused}");
            }
        }
    }
    let rows: BTreeSet<&str> = OPERATIONS.iter().map(|(id, _, _)| *id).collect();
    assert_eq!(called, rows, "every operation is called");
    assert_eq!(by_segments, 8, "and each that takes two ids in both ways");
    cells
}

cardea_store::each_database! {
    async fn every_operation_answers_each_role_as_the_table_says(world: World) {
        let second = world.beside().await;
        let cells = [every_cell(&world).await, every_cell(&second).await];
        assert!(cells[0] == cells[1] && cells[0] > 10 * OPERATIONS.len(), "{cells:?}");
    }
}
