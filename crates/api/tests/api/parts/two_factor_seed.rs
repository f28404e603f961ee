//! The QR code of a seed.

use cardea_api::wire::entries::TwoFactorSeedEntry;
use cardea_identity::Seed;
#[test]
fn the_longest_names_make_a_qr_code_that_is_a_document_of_its_own() {
    let long = "ø".repeat(255);
    let entry = serde_json::to_value(TwoFactorSeedEntry::of(&Seed::draw(), &long, &long)).unwrap();
    let code = entry["responseQR"].as_str().unwrap();
    assert!(code.starts_with("<svg") && code.trim_end().ends_with("</svg>"));
    for active in ["<script", "style=", "href", "onload"] {
        assert!(!code.contains(active), "{active}");
    }
}
