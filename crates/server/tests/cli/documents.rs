//! Domains as documents and backups, and questions answered from a document.

use crate::each_database;
use crate::place::{Place, text};
use cardea_store::testing::Kind;

pub const SEED: [&str; 11] =
    ["seed", "--users", "40", "--locks", "25", "--groups", "8", "--links", "150", "--seed", "7"];
const OWNER: &str = "owner@demo.cardea";

each_database! {
    fn a_domain_survives_export_and_import_and_backup_and_restore(kind: Kind) {
        let (first, second) = (Place::new(kind), Place::new(kind));
        let (document, archive) = (first.file("d.json"), first.file("archive"));
        first.ok(&SEED, "");
        let exported = first.ok(&["export", OWNER], "");
        let parsed: serde_json::Value = serde_json::from_str(&exported).expect("one JSON object");
        let count = |section: &str| parsed[section].as_array().map(Vec::len);
        assert_eq!((count("users"), count("locks"), count("links")), (Some(40), Some(25), Some(150)));

        std::fs::write(&document, &exported).unwrap();
        second.ok(&["import", text(&document)], "");
        assert_eq!(second.ok(&["export", OWNER], ""), exported);

        first.ok(&["backup", text(&archive)], "");
        let third = Place::with_key_of(kind, &first);
        third.ok(&["restore", text(&archive)], "");
        assert_eq!(third.ok(&["export", OWNER], ""), exported);
    }

    fn a_backup_of_one_database_is_restored_on_the_other(kind: Kind) {
        let (first, archive) = (Place::new(kind), tempfile::tempdir().unwrap());
        let archive = archive.path().join("archive");
        first.ok(&SEED, "");
        first.ok(&["backup", text(&archive)], "");
        let other = match kind {
            Kind::Sqlite => Kind::Postgres,
            Kind::Postgres => Kind::Sqlite,
        };
        let second = Place::with_key_of(other, &first);
        second.ok(&["restore", text(&archive)], "");
        assert_eq!(second.ok(&["export", OWNER], ""), first.ok(&["export", OWNER], ""));
    }

    fn a_document_is_imported_whole_or_not_at_all(kind: Kind) {
        let (first, second) = (Place::new(kind), Place::new(kind));
        let (document, loose) = (first.file("d.json"), second.file("loose.json"));
        let loose_end = r#"{"domain":"o@x.se","users":[{"id":"user-000000000001","username":"o@x.se","role":"administrator"}],
            "links":[{"id":"lock_user-000000000002","user_id":"user-000000000001","lock_id":"lock-000000000003"}]}"#;
        std::fs::write(&loose, loose_end).unwrap();
        assert!(second.misused(&["import", text(&loose)], "").contains("lock_user-000000000002"));
        assert!(second.misused(&["export", "o@x.se"], "").contains("owns a domain"));

        for (what, says) in [
            (r#""username":"mal\u001b[31m@x.se""#, "username: "),
            (r#""username":"o@x.sf","display_name":"\u200b""#, "display_name: "),
            (r#""username":"o@x.sf","alias":"a\nb""#, "alias: "),
        ] {
            let person = format!(
                r#"{{"domain":"o@x.se","users":[{{"id":"user-000000000001","username":"o@x.se","role":"administrator"}},
                {{"id":"user-000000000002","role":"user",{what}}}]}}"#
            );
            std::fs::write(&loose, person).unwrap();
            let refused = second.misused(&["import", text(&loose)], "");
            assert!(refused.contains("user-000000000002") && refused.contains(says), "{refused}");
        }
        let old_lock = r#"{"domain":"o@x.se","users":[{"id":"user-000000000001","username":"o@x.se","role":"administrator"},
            {"id":"user-000000000002","username":"guest@x.se","role":"user"}],
            "locks":[{"id":"lock-000000000003","name":"Old","type":"mwm","mwm":{"mac_address":"00:1b:ac:00:00:01"}}],
            "calendars":[{"id":"calendar-000000000004","rule_sets":[{"week_days":[0]}]}],
            "links":[{"id":"lock_user-000000000005","user_id":"user-000000000002","lock_id":"lock-000000000003","calendar_id":"calendar-000000000004"}]}"#;
        std::fs::write(&loose, old_lock).unwrap();
        let refused = second.misused(&["import", text(&loose)], "");
        assert!(refused.contains("lock_user-000000000005: calendar_id: locks older than V3"), "{refused}");
        std::fs::write(&loose, old_lock.replacen("administrator", "user", 1)).unwrap();
        assert!(second.misused(&["import", text(&loose)], "").contains("the owner is an administrator"));

        first.ok(&SEED, "");
        let exported = first.ok(&["export", OWNER], "");
        std::fs::write(&document, exported.replace(OWNER, "other@demo.cardea")).unwrap();
        let taken = first.misused(&["import", text(&document)], "");
        assert!(taken.contains("d.json"), "{taken}");
        assert!(first.misused(&["export", "other@demo.cardea"], "").contains("owns a domain"), "not even an empty domain");
        assert_eq!(first.ok(&["export", OWNER], ""), exported);
    }

    fn a_document_fills_the_empty_domain_of_its_owner_and_no_other(kind: Kind) {
        let (first, second) = (Place::new(kind), Place::new(kind));
        let document = second.file("d.json");
        first.ok(&SEED, "");
        let exported = first.ok(&["export", OWNER], "");
        std::fs::write(&document, &exported).unwrap();
        second.ok(&["owner", "add", OWNER], "Doors-And-Windows-17\n");
        second.ok(&["import", text(&document)], "");
        assert_eq!(second.ok(&["export", OWNER], ""), exported);
        let again = second.misused(&["import", text(&document)], "");
        assert!(again.contains("not empty"), "{again}");
        assert_eq!(second.ok(&["export", OWNER], ""), exported);
        let server = second.serve(&[]);
        let token = crate::wire::sign_in(&server, OWNER, "Doors-And-Windows-17");
        let (status, users) = crate::wire::get(&server, "/users/v1?perpage=100", &token);
        let users: serde_json::Value = serde_json::from_str(&users).unwrap();
        assert_eq!((status, users.as_array().map(Vec::len)), (200, Some(40)));
    }

    fn nobody_who_belongs_to_a_domain_here_is_imported_as_created_in_another(kind: Kind) {
        let place = Place::new(kind);
        let document = place.file("d.json");
        place.ok(&SEED, "");
        let before = place.ok(&["export", OWNER], "");
        let entry = |n: u32, username: &str, role: &str, invited: bool| {
            format!("{{\"id\" : \"user-00000000000{n}\", \"username\": \"{username}\", \"role\": \"{role}\", \"is_shadow_user\": {invited}}}")
        };
        let owner = entry(1, "o@x.se", "administrator", false);
        for (username, invited, says) in [
            ("Admin@demo.cardea", false, "can only be invited"),
            (OWNER, false, "can only be invited"),
            ("nobody@demo.cardea", true, "can belong to that one alone"),
        ] {
            let guest = entry(2, username, "user", invited);
            let group = "{\"id\": \"group-000000000003\", \"name\": \"G\", \"type\": \"users\", \"users\": [\"user-000000000002\"]}";
            let made = format!("{{\"groups\": [\n{group}],\n\"domain\": \"o@x.se\", \"users\": [\n{owner},\n\n{guest}]}}");
            std::fs::write(&document, made).unwrap();
            let refused = place.misused(&["import", text(&document)], "");
            assert!(refused.contains(&format!("line 6: {username}")) && refused.contains(says), "{refused}");
            assert!(place.misused(&["export", "o@x.se"], "").contains("owns a domain"));
        }
        assert_eq!(place.ok(&["export", OWNER], ""), before);
        let invited = entry(2, "admin@demo.cardea", "user", true);
        std::fs::write(&document, format!("{{\"domain\": \"o@x.se\", \"users\": [{owner}, {invited}]}}")).unwrap();
        place.ok(&["import", text(&document)], "");
    }

    fn a_restore_says_what_it_would_end_and_asks(kind: Kind) {
        let place = Place::new(kind);
        let archive = place.file("archive");
        place.ok(&SEED, "");
        place.ok(&["backup", text(&archive)], "");
        let server = place.serve(&["--demo"]);
        crate::wire::sign_in(&server, OWNER, "Cardea-Demo-2026");
        drop(server);
        let before = place.ok(&["export", OWNER], "");
        let asked = place.misused(&["restore", text(&archive)], "");
        for words in ["2 domains", "40 accounts", "ends 1 sign-in ", "0 open jobs", "--replace"] {
            assert!(asked.contains(words), "{asked}");
        }
        assert_eq!(place.ok(&["export", OWNER], ""), before);
        place.ok(&["restore", "--replace", text(&archive)], "");
        assert_eq!(place.ok(&["export", OWNER], ""), before);
        assert!(place.misused(&["restore", text(&archive)], "").contains("ends 0 sign-ins"));
    }

    fn a_restore_of_what_is_no_backup_makes_and_migrates_nothing(kind: Kind) {
        let place = Place::new(kind);
        let (missing, other) = (place.file("missing"), place.file("other"));
        std::fs::write(&other, "{\"domain\": \"o@x.se\"}\n").unwrap();
        for (file, says) in [(missing, "No such file"), (other, "not a backup of Cardea")] {
            let refused = place.failed(&["restore", text(&file)], "");
            assert!(refused.contains(says), "{refused}");
            assert!(!place.data().exists());
            assert!(place.ok(&["config", "check"], "").contains("made at the first start"));
        }
    }

    fn decide_answers_one_line_for_each_question(kind: Kind) {
        let place = Place::new(kind);
        let document = place.file("d.json");
        place.ok(&SEED, "");
        let exported = place.ok(&["export", OWNER], "");
        std::fs::write(&document, &exported).unwrap();
        let parsed: serde_json::Value = serde_json::from_str(&exported).unwrap();
        let (owner, lock) = (&parsed["users"][0]["id"], &parsed["locks"][0]["id"]);
        let question =
            |user: &str| format!("{{\"user_id\":\"{user}\",\"lock_id\":{lock},\"at\":\"2026-11-20T12:00:00Z\"}}\n");
        let questions = question(owner.as_str().unwrap()) + &question("user-ffffffffffff");
        let answers = place.ok(&["decide", text(&document)], &questions);
        let expected = "{\"open\":true,\"remote\":true,\"priority\":1,\"until\":null}\n\
                        {\"open\":false,\"remote\":false,\"priority\":null,\"until\":null}\n";
        assert_eq!(answers, expected);
    }

    /// A night porter, with New Year's Eve closed by a list: a document as people write it.
    fn decide_knows_several_rule_sets_and_lists_of_days(kind: Kind) {
        let place = Place::new(kind);
        let document = place.file("d.json");
        let porter = r#"{"domain":"o@x.se","users":[{"id":"user-000000000001","username":"o@x.se","role":"administrator"},
            {"id":"user-000000000002","username":"porter@x.se","role":"user"}],
            "locks":[{"id":"lock-000000000003","name":"Door","type":"afi","timezone":"Europe/Copenhagen",
                "afi":{"serial_number":"00:1b:ac:00:00:01","device_type":"danalockv3"}}],
            "calendars":[{"id":"calendar-000000000004","rule_sets":[{"week_days":[0,1,2,3,4],"daily_start":79200},
                {"week_days":[1,2,3,4,5],"daily_end":21600}],"day_lists":["day_list-000000000006"]}],
            "day_lists":[{"id":"day_list-000000000006","name":"Closed","days":[{"date":"2026-12-31"}]}],
            "links":[{"id":"lock_user-000000000005","user_id":"user-000000000002","lock_id":"lock-000000000003","calendar_id":"calendar-000000000004"}]}"#;
        std::fs::write(&document, porter).unwrap();
        let at = ["2026-12-29T22:00:00Z", "2026-12-30T05:00:00Z", "2026-12-30T22:00:00Z", "2026-12-31T22:00:00Z", "2026-12-31T23:30:00Z"];
        let questions: String = at
            .iter()
            .map(|at| format!("{{\"user_id\":\"user-000000000002\",\"lock_id\":\"lock-000000000003\",\"at\":\"{at}\"}}\n"))
            .collect();
        let answers = place.ok(&["decide", text(&document)], &questions);
        let told: Vec<(bool, String)> = answers
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .map(|answer| (answer["open"].as_bool().unwrap(), answer["until"].as_str().unwrap().to_owned()))
            .collect();
        let until = |open: bool, until: &str| (open, format!("{until}+00:00"));
        assert_eq!(
            told,
            [
                until(true, "2026-12-30T05:00:00"),
                until(false, "2026-12-30T21:00:00"),
                until(true, "2026-12-30T23:00:00"),
                until(false, "2026-12-31T23:00:00"),
                until(true, "2027-01-01T05:00:00"),
            ]
        );
        place.ok(&["import", text(&document)], "");
        let exported: serde_json::Value = serde_json::from_str(&place.ok(&["export", "o@x.se"], "")).unwrap();
        assert_eq!(exported["calendars"][0]["rule_sets"].as_array().map(Vec::len), Some(2));
        assert_eq!(exported["calendars"][0]["day_lists"], serde_json::json!(["day_list-000000000006"]));
        let days = serde_json::json!([{"date": "2026-12-31", "name": "", "hours": []}]);
        assert_eq!(exported["day_lists"][0]["days"], days);
        let unknown = porter.replace("\"id\":\"day_list-000000000006\"", "\"id\":\"day_list-000000000007\"");
        std::fs::write(&document, unknown.replace("@x.se", "@y.se")).unwrap();
        let refused = place.misused(&["import", text(&document)], "");
        assert!(refused.contains("calendar-000000000004: day_lists: day_list-000000000006 is not in the document"), "{refused}");
        let refused = place.failed(&["decide", text(&document)], &questions);
        assert!(refused.contains("day_list-000000000006 is not in the document"), "{refused}");
        let emptied = porter.replace("\"day_lists\":[{", "\"day_lists\":[{\"id\":\"day_list-000000000006\",\"name\":\"Empty\"},{");
        std::fs::write(&document, emptied).unwrap();
        let refused = place.failed(&["decide", text(&document)], &questions);
        assert!(refused.contains("day_list-000000000006: it stands twice in the document"), "{refused}");
    }
}
