//! One access decision, beside Cedar. Ours is asked with two ids and an instant. Cedar is helped: the links that decide are found for it, and
//! are policies parsed before; what is left to it is what a program must do for each question: gather the policies, make the request with the
//! door's weekday and second, and evaluate. Its evaluation alone, with all of that made before, is told beside.

use crate::dice::Dice;
use crate::domain::{Domain, Question};
use crate::row::{self, Goal};
use cardea_model::access::{decide, explain};
use cardea_model::ids::LinkId;
use cardea_model::rows::{Link, Target, Who};
use cardea_model::{Facts, Time, Zone};
use cedar_policy::{
    Authorizer, Context, Decision, Entities, EntityUid, Policy, PolicyId, PolicySet, Request, RestrictedExpression,
};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::hint::black_box;

const OURS: usize = 400_000;
const CEDARS: usize = 10_000;

/// What Cedar needs for a question that can be had before it is asked.
struct Asked<'a> {
    policies: Vec<&'a Policy>,
    person: EntityUid,
    action: EntityUid,
    lock: EntityUid,
    zone: Zone,
    at: Time,
}

impl Asked<'_> {
    fn policies(&self) -> PolicySet {
        let mut set = PolicySet::new();
        for policy in &self.policies {
            set.add((*policy).clone()).expect("each policy once");
        }
        set
    }

    fn request(&self) -> Request {
        let wall = (self.at.0 + self.zone.offset(self.at)).div_euclid(1000);
        let context = Context::from_pairs([
            ("now".to_owned(), RestrictedExpression::new_long(self.at.0)),
            ("weekday".to_owned(), RestrictedExpression::new_long((wall.div_euclid(86_400) + 3).rem_euclid(7))),
            ("second".to_owned(), RestrictedExpression::new_long(wall.rem_euclid(86_400))),
        ]);
        let (person, action, lock) = (self.person.clone(), self.action.clone(), self.lock.clone());
        Request::new(person, action, lock, context.expect("a context"), None).expect("a request")
    }
}

pub fn run() {
    let domain = Domain::seeded(1);
    let questions = domain.questions(&mut Dice(2), OURS);
    let policies: HashMap<LinkId, Policy> =
        domain.links.iter().map(|link| (link.id, policy(&domain.facts, link))).collect();
    let asked: Vec<Asked> = questions[..CEDARS].iter().map(|one| asked(&domain.facts, &policies, one)).collect();
    let prepared: Vec<(Request, PolicySet)> = asked.iter().map(|one| (one.request(), one.policies())).collect();
    let entities = entities(&domain.facts);
    let cedar = Authorizer::new();
    let allows = |request: &Request, policies: &PolicySet| {
        cedar.is_authorized(request, policies, &entities).decision() == Decision::Allow
    };
    let mut open = 0;
    for ((user, lock, at), one) in questions.iter().zip(&asked) {
        let ours = decide(&domain.facts, *user, *lock, *at).open;
        assert_eq!(ours, allows(&one.request(), &one.policies()), "{user} {lock} {at}");
        open += usize::from(ours);
    }
    assert!(open > CEDARS / 4 && open < CEDARS * 3 / 4, "{open} of {CEDARS} are open");
    let ours = || {
        for (user, lock, at) in &questions {
            black_box(decide(black_box(&domain.facts), *user, *lock, *at));
        }
    };
    let (_, evaluation) = row::alternate(OURS, ours, CEDARS, || {
        for (request, policies) in &prepared {
            black_box(allows(black_box(request), policies));
        }
    });
    let (ours, peer) = row::alternate(OURS, ours, CEDARS, || {
        for one in &asked {
            black_box(allows(&black_box(one).request(), &one.policies()));
        }
    });
    let peer_name = format!("Cedar 4.14 (evaluation alone {})", row::time(evaluation));
    row::line(
        "one access decision (1,000 users, 500 locks, 20,000 links)",
        ours,
        &peer_name,
        peer,
        Goal::AtLeast(100.0),
    );
}

/// People in their groups, and locks in theirs.
fn entities(facts: &Facts) -> Entities {
    let groups = |groups: &[cardea_model::ids::GroupId]| -> Vec<Value> {
        groups.iter().map(|group| json!({"type": "Group", "id": group.to_string()})).collect()
    };
    let users = facts.users(0).map(|user| {
        let parents = groups(facts.groups_of_user(user.id));
        json!({"uid": {"type": "User", "id": user.id.to_string()}, "attrs": {}, "parents": parents})
    });
    let locks = facts.locks(0).map(|lock| {
        let parents = groups(facts.groups_of_lock(lock.id));
        json!({"uid": {"type": "Lock", "id": lock.id.to_string()}, "attrs": {}, "parents": parents})
    });
    let all: Vec<Value> = users.chain(locks).collect();
    Entities::from_json_str(&json!(all).to_string(), None).expect("entities")
}

fn asked<'a>(facts: &Facts, policies: &'a HashMap<LinkId, Policy>, (user, lock, at): &Question) -> Asked<'a> {
    let deciding = explain(facts, *user, *lock, *at).deciding;
    let uid = |text: String| -> EntityUid { text.parse().expect("an entity") };
    Asked {
        policies: deciding.iter().map(|reason| &policies[&reason.link.id]).collect(),
        person: uid(format!("User::\"{user}\"")),
        action: uid("Action::\"open\"".to_owned()),
        lock: uid(format!("Lock::\"{lock}\"")),
        zone: facts.lock(*lock).and_then(|lock| lock.timezone.clone()).unwrap_or_else(Zone::utc),
        at: *at,
    }
}

fn policy(facts: &Facts, link: &Link) -> Policy {
    let who = match link.who {
        Who::User(user) => format!("principal == User::\"{user}\""),
        Who::Group(group) => format!("principal in Group::\"{group}\""),
    };
    let what = match link.target {
        Target::Lock(lock) => format!("resource == Lock::\"{lock}\""),
        Target::Group(group) => format!("resource in Group::\"{group}\""),
    };
    let mut when = vec!["true".to_owned()];
    if let Some(calendar) = link.calendar.and_then(|id| facts.calendar(id)) {
        when.extend(calendar.start_time.map(|start| format!("context.now >= {}", start.0)));
        let set = calendar.rule_sets.first();
        when.extend(set.end_time.map(|end| format!("context.now < {}", end.0)));
        when.extend(set.week_days.map(|days| {
            let days: Vec<String> = days.days().map(|day| day.to_string()).collect();
            format!("[{}].contains(context.weekday)", days.join(","))
        }));
        when.extend(set.daily_start.map(|start| format!("context.second >= {start}")));
        when.extend(set.daily_end.map(|end| format!("context.second < {end}")));
    }
    let text = format!("permit({who}, action == Action::\"open\", {what}) when {{ {} }};", when.join(" && "));
    Policy::parse(Some(PolicyId::new(link.id.to_string())), text).expect("a policy")
}
