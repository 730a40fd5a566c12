//! The whole experiment, in its quick profile, with the programs that are here.

use harness::record::{Profile, Verdict};
use harness::{Experiment, NoOptions, Results, Run};

use crate::StaticPage;
use crate::series::{SIZES, WAYS};

#[test]
fn a_quick_run_tells_what_the_article_says() {
    if !testkit::has(&["python3"]) {
        return;
    }
    let Results { series, claims, skipped } =
        StaticPage::measure(&Run::silent(Profile::Quick, 1), &NoOptions {}).unwrap();
    for claim in &claims {
        let expected = match claim.id.as_str() {
            "two-elements" => [Verdict::Depends, Verdict::NotTested],
            "pandoc-destroys" => [Verdict::Reproduced, Verdict::NotTested],
            "still-valid" => [Verdict::Holds, Verdict::NotTested],
            "zip-inside" | "seeded-colour" | "no-library" => [Verdict::Reproduced; 2],
            "async-trap" | "measure-wrap" => [Verdict::Reproduced, Verdict::NotTested],
            // The page's modules may not be built.
            "static-can" | "private-offline" | "portable" => [Verdict::Reproduced, Verdict::NotTested],
            // The program of unit tests is no server.
            "faster" => [Verdict::NotTested; 2],
            _ => [Verdict::Holds; 2],
        };
        assert!(expected.contains(&claim.verdict), "{}: {:?}, {skipped:?}", claim.id, claim.verdict);
        if claim.verdict == Verdict::NotTested {
            testkit::skip_part(format!("what {} stands on", claim.id));
        }
    }
    let of = |id: &str| series.iter().find(|series| series.id == id).unwrap();
    assert!(of(WAYS).points.len() >= 2 && of(SIZES).points.len() == 5);
}
