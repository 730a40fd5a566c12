//! What a series must keep to before it is published, so that a reader never meets a raw key or a hole.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Point, Series, Setting};

impl Series {
    /// Leaves out the words of what does not occur, and says what is wrong: a name that the series does not declare, a
    /// setting that is missing, or one without words where others have some.
    pub fn settle(&mut self) -> Result<(), String> {
        let points = &self.points;
        for dimension in &mut self.dimensions {
            let texts = points.iter().filter_map(|point| match point.at.get(&dimension.name) {
                Some(Setting::Text(text)) => Some(text),
                _ => None,
            });
            keep_used(&mut dimension.words, texts).map_err(|key| without_words(&self.id, &dimension.name, key))?;
        }
        for outcome in &mut self.outcomes {
            let ways = points.iter().flat_map(|point| {
                let seen = point.outcomes.get(&outcome.name).into_iter().flat_map(BTreeMap::keys);
                seen.chain(point.predicted_outcomes.get(&outcome.name))
            });
            keep_used(&mut outcome.words, ways).map_err(|key| without_words(&self.id, &outcome.name, key))?;
        }
        points.iter().try_for_each(|point| self.check(point))
    }

    fn check(&self, point: &Point) -> Result<(), String> {
        let wrong = |what: &str, name: &str| Err(format!("series {}: {what} {name} at {:?}", self.id, point.at));
        let known: BTreeSet<&String> = self.dimensions.iter().map(|dimension| &dimension.name).collect();
        if let Some(name) = point.at.keys().find(|name| !known.contains(name)) {
            return wrong("there is no dimension", name);
        }
        if let Some(missing) = self.dimensions.iter().find(|it| !it.optional && !point.at.contains_key(&it.name)) {
            return wrong("there is no setting of", &missing.name);
        }
        let measures: BTreeSet<&String> = self.measures.iter().map(|measure| &measure.name).collect();
        let figures = [&point.exact, &point.predicted, &point.published].into_iter().flat_map(BTreeMap::keys);
        if let Some(name) = point.values.keys().chain(figures).find(|name| !measures.contains(name)) {
            return wrong("there is no measure", name);
        }
        let outcomes: BTreeSet<&String> = self.outcomes.iter().map(|outcome| &outcome.name).collect();
        let ended = point.outcomes.keys().chain(point.predicted_outcomes.keys());
        if let Some(name) = ended.into_iter().find(|name| !outcomes.contains(name)) {
            return wrong("there is no outcome", name);
        }
        if self.label.is_some() != point.label.is_some() {
            return wrong("there should be no label, or one", &format!("{:?}", point.label));
        }
        Ok(())
    }
}

/// Keeps the words of the keys in use; an error names one that has none, where any have.
fn keep_used<'a>(
    words: &mut BTreeMap<String, String>,
    used: impl Iterator<Item = &'a String>,
) -> Result<(), &'a String> {
    if words.is_empty() {
        return Ok(());
    }
    let used: BTreeSet<&String> = used.collect();
    match used.iter().find(|key| !words.contains_key(**key)) {
        Some(key) => Err(key),
        None => {
            words.retain(|key, _| used.contains(key));
            Ok(())
        }
    }
}

fn without_words(series: &str, name: &str, key: &str) -> String {
    format!("series {series}: there are no words for {key} of {name}")
}

#[cfg(test)]
mod tests;
