//! Goals ordered by keys. Reading the first one takes constant time, changing one logarithmic time,
//! without allocations.

/// The key of a goal: a number, and a random number that breaks ties.
pub(crate) type Key = (u64, u32);

/// A binary heap that stores the positions of the goals.
pub(crate) struct GoalHeap {
    heap: Vec<(Key, u32)>,
    /// The places of the goals in the heap, or [`OUTSIDE`].
    places: Vec<u32>,
}

const OUTSIDE: u32 = u32::MAX;

impl GoalHeap {
    pub(crate) fn new(goals: usize) -> GoalHeap {
        GoalHeap { heap: Vec::new(), places: vec![OUTSIDE; goals] }
    }

    /// Returns the goal with the least key.
    pub(crate) fn first(&self) -> Option<u32> {
        self.heap.first().map(|entry| entry.1)
    }

    /// Returns the [`first`](Self::first) goal, if the number in its key is at most `latest`.
    pub(crate) fn first_until(&self, latest: u64) -> Option<u32> {
        self.heap.first().filter(|entry| entry.0 .0 <= latest).map(|entry| entry.1)
    }

    /// Sets the key of a goal, and adds it to the queue if necessary.
    pub(crate) fn set(&mut self, goal: u32, key: Key) {
        let place = match self.places[goal as usize] {
            OUTSIDE => {
                self.heap.push((key, goal));
                self.heap.len() - 1
            }
            place => {
                self.heap[place as usize].0 = key;
                place as usize
            }
        };
        self.restore(place);
    }

    /// Removes a goal, if it is in the queue.
    pub(crate) fn remove(&mut self, goal: u32) {
        let place = std::mem::replace(&mut self.places[goal as usize], OUTSIDE);
        if place != OUTSIDE {
            self.heap.swap_remove(place as usize);
            if (place as usize) < self.heap.len() {
                self.restore(place as usize);
            }
        }
    }

    /// Moves an entry upwards or downwards to its place.
    fn restore(&mut self, mut place: usize) {
        while place > 0 && self.heap[place] < self.heap[(place - 1) / 2] {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
        loop {
            let children = 2 * place + 1..self.heap.len().min(2 * place + 3);
            match children.min_by_key(|&child| self.heap[child]) {
                Some(child) if self.heap[child] < self.heap[place] => {
                    self.swap(place, child);
                    place = child;
                }
                _ => break,
            }
        }
        self.places[self.heap[place].1 as usize] = place as u32;
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.heap.swap(one, other);
        for place in [one, other] {
            self.places[self.heap[place].1 as usize] = place as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_goal_has_the_least_key_after_any_changes(
            steps in prop::collection::vec((0u32..20, prop::option::weighted(0.7, 0u64..50)), 1..200)
        ) {
            let (mut queue, mut keys) = (GoalHeap::new(20), [None; 20]);
            for (goal, key) in steps {
                // The goal breaks ties, so that the first one is unique.
                keys[goal as usize] = key.map(|key| (key, goal));
                match keys[goal as usize] {
                    Some(key) => queue.set(goal, key),
                    None => queue.remove(goal),
                }
                let least = keys.iter().flatten().min().map(|key| key.1);
                prop_assert_eq!(queue.first(), least);
            }
        }
    }
}
