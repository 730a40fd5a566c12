//! Answers natively what `tests/questions.ts` asks of the module.

use timestamp_collisions_lab::{
    ClockSetup, EXPORT_BIRTHDAY_PROBABILITY, EXPORT_COUNT_NEIGHBOURS, EXPORT_DRAWS_FOR_RISK, EXPORT_SCHEME_PROMISE,
    EXPORT_STAMPED_DUPLICATE_PROBABILITY, EXPORT_STAMPED_RATE_FOR_RISK, ReadingsCounter,
};

fn main() {
    wasm_bindgen::serve(&[
        ClockSetup::EXPORT,
        ReadingsCounter::EXPORT,
        EXPORT_COUNT_NEIGHBOURS,
        EXPORT_BIRTHDAY_PROBABILITY,
        EXPORT_DRAWS_FOR_RISK,
        EXPORT_STAMPED_DUPLICATE_PROBABILITY,
        EXPORT_STAMPED_RATE_FOR_RISK,
        EXPORT_SCHEME_PROMISE,
    ]);
}
