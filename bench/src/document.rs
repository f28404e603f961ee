//! A domain as a document, which `cardea decide` reads.

use crate::domain::{Domain, NOW};
use cardea_model::Zone;
use cardea_model::rows::{Member, Target, Who};
use serde_json::{Value, json};

impl Domain {
    /// The domain as a document, as the API lists its entries.
    pub fn document(&self) -> String {
        let facts = &self.facts;
        let created = NOW.to_string();
        let users: Vec<Value> = facts
            .users(0)
            .map(|user| {
                json!({"id": user.id.to_string(), "username": user.profile.username, "role": user.role.name(), "created": created})
            })
            .collect();
        let locks: Vec<Value> = facts
            .locks(0)
            .map(|lock| {
                let zone = lock.timezone.as_ref().map(Zone::name);
                let serial = lock.serial().map(|serial| serial.to_string());
                json!({"id": lock.id.to_string(), "name": lock.name, "type": "afi", "timezone": zone, "created": created,
                    "afi": {"serial_number": serial, "device_type": "danalockv3", "name": lock.name, "timezone": zone}})
            })
            .collect();
        let groups: Vec<Value> = facts
            .groups(0)
            .map(|group| {
                let members: Vec<String> = facts
                    .members(group.id)
                    .iter()
                    .map(|member| match member {
                        Member::User(user) => user.to_string(),
                        Member::Lock(lock) => lock.to_string(),
                    })
                    .collect();
                let kind = group.group_type.name();
                json!({"id": group.id.to_string(), "name": group.name, "type": kind, kind: members, "created": created})
            })
            .collect();
        let calendars: Vec<Value> = facts
            .calendars(0)
            .map(|calendar| {
                let set = calendar.rule_sets.first();
                let days: Option<Vec<u8>> = set.week_days.map(|days| days.days().collect());
                json!({"id": calendar.id.to_string(), "start_time": calendar.start_time.map(|time| time.to_string()),
                    "refresh_interval": calendar.refresh_interval, "created": created,
                    "rule_sets": [{"end_time": set.end_time.map(|time| time.to_string()), "number_of_weeks": null,
                        "week_days": days, "daily_start": set.daily_start, "daily_end": set.daily_end}]})
            })
            .collect();
        let links: Vec<Value> = self
            .links
            .iter()
            .map(|link| {
                let mut entry = json!({"id": link.id.to_string(), "calendar_id": link.calendar.map(|id| id.to_string()),
                    "link_profile": link.profile.name(), "created": created});
                match link.who {
                    Who::User(user) => entry["user_id"] = json!(user.to_string()),
                    Who::Group(group) => entry["group_id"] = json!(group.to_string()),
                }
                match (link.who, link.target) {
                    (_, Target::Lock(lock)) => entry["lock_id"] = json!(lock.to_string()),
                    (Who::User(_), Target::Group(group)) => entry["group_id"] = json!(group.to_string()),
                    (Who::Group(_), Target::Group(group)) => entry["other_group_id"] = json!(group.to_string()),
                }
                entry
            })
            .collect();
        json!({"domain": "owner@demo.cardea", "users": users, "locks": locks, "groups": groups, "calendars": calendars,
            "links": links})
        .to_string()
    }
}
