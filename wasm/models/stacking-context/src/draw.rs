//! Random trees, for holding the model against engines.

use std::sync::LazyLock;

use random::{Below, Xoshiro256PlusPlus};

use crate::declaration::Declaration;
use crate::table::{DECLARATIONS, declaration};
use crate::tree::{MAX_BOXES, MAX_DEPTH, Node, Tree, Word};

/// How boxes of random trees are positioned: the first is drawn as often as it stands here.
const POSITIONS: [Option<&str>; 20] = {
    let (rel, abs, fixed, sticky) = (Some("rel"), Some("abs"), Some("fixed"), Some("sticky"));
    let none = None;
    [none, none, none, none, none, none, none, none, none, rel, rel, rel, rel, rel, abs, abs, abs, fixed, sticky, none]
};

/// Words for the kind of a random box, drawn with equal chances; `None` adds no word.
const KINDS: [Option<&str>; 10] = {
    let (float, inline, flex, grid) = (Some("float"), Some("inline"), Some("flex"), Some("grid"));
    [None, None, None, None, None, float, float, inline, flex, grid]
};

/// All other words of trees.
static OTHERS: LazyLock<Vec<&Declaration>> = LazyLock::new(|| {
    let drawn = |word| POSITIONS.iter().chain(&KINDS).any(|other| *other == Some(word));
    let others = DECLARATIONS.iter().filter(|declaration| declaration.in_trees() && declaration.is_told_by_hits());
    others.filter(|declaration| !drawn(declaration.word())).collect()
});

impl Tree {
    /// A tree of 2 to [`MAX_BOXES`] boxes with any words, the same for the same seed and number.
    pub fn random(seed: u64, number: u64) -> Self {
        Self::random_of(&OTHERS, seed, number)
    }

    /// The same with these words besides positions and kinds of boxes, to look at how a few of them act together.
    ///
    /// # Panics
    /// If there are none.
    pub fn random_of(others: &[&'static Declaration], seed: u64, number: u64) -> Self {
        let rng = &mut random::stream(seed, number);
        let boxes = 2 + below(rng, MAX_BOXES - 1);
        let mut nodes: Vec<Node> = Vec::with_capacity(boxes);
        // The last box and those that hold it, from the outermost: the next one may lie in any of these, or in none.
        let mut open: Vec<usize> = Vec::new();
        for index in 0..boxes {
            open.truncate(below(rng, open.len() + 1));
            open.truncate(MAX_DEPTH - 1);
            // Deeper rather than flatter: the last box is as likely again.
            if index > 0 && below(rng, 3) == 0 && nodes[index - 1].depth + 1 < MAX_DEPTH {
                open = std::iter::successors(Some(index - 1), |&it| nodes[it].parent).collect();
                open.reverse();
            }
            let node =
                Node { name: name(index), parent: open.last().copied(), depth: open.len(), words: words(others, rng) };
            nodes.push(node);
            open.push(index);
        }
        Self { nodes }
    }

    /// The same tree with the boxes named a, b, c and so on, in the order of the document.
    pub fn renamed(mut self) -> Self {
        for (index, node) in self.nodes.iter_mut().enumerate() {
            node.name = name(index);
        }
        self
    }

    /// Every tree that has one box or one word less, without the children of a box that goes. To find the smallest tree that has
    /// some property.
    pub fn simpler(&self) -> Vec<Self> {
        let without_box = |gone: usize| {
            let stays = |index: usize| {
                let mut up = std::iter::successors(Some(index), |&it| self.nodes[it].parent);
                up.all(|it| it != gone)
            };
            let kept: Vec<usize> = (0..self.nodes.len()).filter(|&index| stays(index)).collect();
            let now = |index: usize| kept.iter().position(|&it| it == index);
            let nodes = kept.iter().map(|&index| {
                let node = self.nodes[index].clone();
                Node { parent: node.parent.and_then(now), ..node }
            });
            Self { nodes: nodes.collect() }
        };
        let without_word = |index: usize, word: usize| {
            let mut tree = self.clone();
            tree.nodes[index].words.remove(word);
            tree
        };
        let boxes = (0..self.nodes.len()).map(without_box).filter(|tree| !tree.nodes.is_empty());
        let words = (0..self.nodes.len())
            .flat_map(|index| (0..self.nodes[index].words.len()).map(move |word| without_word(index, word)));
        boxes.chain(words).collect()
    }
}

/// The names of random trees' boxes: a letter each, as there are no more than [`MAX_BOXES`].
fn name(index: usize) -> String {
    char::from(b'a' + index as u8).to_string()
}

fn words(others: &[&'static Declaration], rng: &mut Xoshiro256PlusPlus) -> Vec<Word> {
    let mut words = Vec::new();
    let (position, kind) = (POSITIONS[below(rng, POSITIONS.len())], KINDS[below(rng, KINDS.len())]);
    for word in [position, kind].into_iter().flatten() {
        add(&mut words, declaration(word).expect("each is a word"));
    }
    for chance in [2, 6] {
        if below(rng, chance) == 0 {
            add(&mut words, others[below(rng, others.len())]);
        }
    }
    if below(rng, 3) == 0 {
        words.push(Word::Z(below(rng, 5) as i32 - 2));
    }
    if below(rng, 3) == 0 {
        words.push(Word::Order(below(rng, 3) as i32 - 1));
    }
    words
}

/// Unless it sets what another sets.
fn add(words: &mut Vec<Word>, declaration: &'static Declaration) {
    let set: Vec<&str> = words.iter().flat_map(Word::pairs).map(|(property, _)| property).collect();
    if declaration.pairs().iter().all(|(property, _)| !set.contains(property)) {
        words.push(Word::Declared(declaration));
    }
}

fn below(rng: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    Below::new(bound as u32).draw(rng) as usize
}
