//! The console is embedded from console/dist. Before it is built the folder is empty, and the server says so on its page.

fn main() {
    let folder = std::path::Path::new("../../console/dist");
    std::fs::create_dir_all(folder).expect("console/dist can be made");
    println!("cargo:rerun-if-changed=../../console/dist");
}
