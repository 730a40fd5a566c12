//! The shortest tour through a few cities: by dynamic programming (Held and Karp 1962), and by trying all.

use random::Below;

/// How many cities there are.
pub const CITIES: u32 = 9;
/// They lie on a square of so many units a side.
const SIDE: u32 = 100;
/// The seed of the cities that every tool is given.
const SEED: u64 = 9;

/// Distances between nine cities, in whole units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cities {
    distances: [[u32; CITIES as usize]; CITIES as usize],
}

impl Cities {
    /// The cities that every tool is given.
    pub fn standard() -> Self {
        Self::random(SEED)
    }

    /// Cities at random places on a square of 100 units a side; distances are rounded to whole units.
    pub fn random(seed: u64) -> Self {
        let mut rng = random::stream(seed, 0);
        let side = Below::new(SIDE);
        let places = [(); CITIES as usize].map(|()| [side.draw(&mut rng), side.draw(&mut rng)]);
        let distance = |one: [u32; 2], other: [u32; 2]| {
            let [x, y] = [0, 1].map(|axis| f64::from(one[axis].abs_diff(other[axis])));
            libm::round((x * x + y * y).sqrt()) as u32
        };
        Self { distances: places.map(|one| places.map(|other| distance(one, other))) }
    }

    /// From one city to another.
    pub fn distance(&self, from: u32, to: u32) -> u32 {
        self.distances[from as usize][to as usize]
    }

    /// The length of the tour that visits the cities in this order and returns to the first.
    pub fn length(&self, order: &[u32]) -> u32 {
        let next = order.iter().cycle().skip(1);
        order.iter().zip(next).map(|(from, to)| self.distance(*from, *to)).sum()
    }

    /// The length of the shortest tour, by the shortest ways from the first city through each set of others to each of them.
    pub fn shortest(&self) -> u32 {
        let others = CITIES - 1;
        let sets = 1_usize << others;
        let mut best = vec![[u32::MAX; CITIES as usize]; sets];
        for city in 1..CITIES {
            best[1 << (city - 1)][city as usize] = self.distance(0, city);
        }
        for set in 1..sets {
            for last in (1..CITIES).filter(|city| set >> (city - 1) & 1 == 1) {
                let so_far = best[set][last as usize];
                if so_far == u32::MAX {
                    continue;
                }
                for next in (1..CITIES).filter(|city| set >> (city - 1) & 1 == 0) {
                    let with = &mut best[set | 1 << (next - 1)][next as usize];
                    *with = (*with).min(so_far + self.distance(last, next));
                }
            }
        }
        (1..CITIES).map(|last| best[sets - 1][last as usize] + self.distance(last, 0)).min().unwrap_or_default()
    }

    /// The shortest length by trying all 40,320 orders: the oracle.
    pub fn shortest_by_brute_force(&self) -> u32 {
        fn extend(cities: &Cities, order: &mut Vec<u32>, best: &mut u32) {
            if order.len() == CITIES as usize {
                *best = (*best).min(cities.length(order));
                return;
            }
            for city in 1..CITIES {
                if !order.contains(&city) {
                    order.push(city);
                    extend(cities, order, best);
                    order.pop();
                }
            }
        }
        let mut best = u32::MAX;
        extend(self, &mut vec![0], &mut best);
        best
    }
}
