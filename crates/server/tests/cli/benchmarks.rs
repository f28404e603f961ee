//! That the benchmarks, which are a workspace of their own and no part of `make test`, can be built from what is in the repository.

use std::collections::{BTreeMap, BTreeSet};
use toml::de::{DeTable, DeValue};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn text(file: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{file}")).expect(file)
}

fn parsed(text: &str) -> DeValue<'_> {
    DeValue::Table(DeTable::parse(text).expect("TOML").into_inner())
}

fn string(value: &DeValue<'_>, key: &str) -> Option<String> {
    Some(value.get(key)?.get_ref().as_str()?.to_owned())
}

/// A package of a lock file: the versions of it that are locked, and the names of what the last of these depends on.
#[derive(Default)]
struct Locked {
    versions: BTreeSet<String>,
    dependencies: BTreeSet<String>,
}

fn locked(lock: &DeValue<'_>) -> BTreeMap<String, Locked> {
    let mut packages = BTreeMap::<String, Locked>::new();
    for package in lock["package"].get_ref().as_array().expect("packages") {
        let package = package.get_ref();
        let entry = packages.entry(string(package, "name").expect("a name")).or_default();
        entry.versions.extend(string(package, "version"));
        // A name, and the version beside it where there are several.
        let names = package.get("dependencies").and_then(|all| all.get_ref().as_array()).into_iter().flatten();
        entry.dependencies =
            names.filter_map(|each| each.get_ref().as_str()?.split(' ').next()).map(str::to_owned).collect();
    }
    packages
}

/// The dependencies of a table of a manifest by their names.
fn dependencies<'t>(of: &'t DeValue<'_>) -> impl Iterator<Item = (String, &'t DeValue<'t>)> {
    let all = of["dependencies"].get_ref().as_table().expect("dependencies");
    all.iter().map(|(name, value)| (name.get_ref().to_string(), value.get_ref()))
}

#[test]
fn the_lock_file_of_the_benchmarks_knows_what_our_crates_depend_on() {
    let (lock, workspace) = (text("bench/Cargo.lock"), text("Cargo.toml"));
    let (packages, workspace) = (locked(&parsed(&lock)), parsed(&workspace));
    let wanted: BTreeMap<_, _> = dependencies(workspace["workspace"].get_ref()).collect();
    let mut seen = 0;
    for (name, package) in &packages {
        let Some(folder) = name.strip_prefix("cardea-").filter(|folder| *folder != "bench") else { continue };
        let manifest = text(&format!("crates/{folder}/Cargo.toml"));
        let manifest = parsed(&manifest);
        // What tests alone ask for is optional, and no benchmark asks for it.
        let optional =
            |value: &DeValue<'_>| value.get("optional").and_then(|flag| flag.get_ref().as_bool()) == Some(true);
        let declared = dependencies(&manifest).filter(|(_, value)| !optional(value));
        let declared: BTreeSet<String> = declared.map(|(name, _)| name).collect();
        assert_eq!(
            package.dependencies, declared,
            "{name} in bench/Cargo.lock: run `cargo update --workspace` in bench"
        );
        for dependency in &declared {
            let wanted = wanted[dependency];
            let Some(version) = string(wanted, "version").or_else(|| wanted.as_str().map(str::to_owned)) else {
                continue;
            };
            let version = version.trim_start_matches('=');
            assert!(
                packages[dependency].versions.contains(version),
                "{dependency} {version} of {name} is not in bench/Cargo.lock"
            );
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen}");
}
