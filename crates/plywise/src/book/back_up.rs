//! Values backed up through all replies, however the positions hang together.

use super::{Book, BookGame, Reply};

impl<G: BookGame> Book<G> {
    /// Works out what every position is worth: an expanded one what its best reply is, any other what its own search said.
    pub fn back_up(&mut self) {
        let (order, rings) = rings(&self.replies);
        self.rings = rings;
        for at in order {
            let at = at as usize;
            let replies = self.replies[at].iter().flatten();
            let best = replies.map(|&reply| self.worth(at, reply)).max();
            self.values[at] = best.unwrap_or(self.all[at].value);
        }
    }
}

/// All positions in an order in which replies come before what they reply to, but for those of one ring; and the ring of each:
/// positions have one number where each can be reached from the other (Tarjan 1972, "Depth-first search and linear graph
/// algorithms", §4; without recursion, as books may be deep).
fn rings(replies: &[Option<Box<[Reply]>>]) -> (Vec<u32>, Vec<u32>) {
    const NONE: u32 = u32::MAX;
    let count = replies.len();
    let (mut met, mut low, mut ring) = (vec![NONE; count], vec![NONE; count], vec![NONE; count]);
    let (mut order, mut open, mut path) = (Vec::with_capacity(count), Vec::new(), Vec::new());
    let mut next = 0;
    for root in 0..count {
        if met[root] != NONE {
            continue;
        }
        path.push((root, 0));
        while let Some((at, tried)) = path.last_mut() {
            let at = *at;
            if *tried == 0 && met[at] == NONE {
                (met[at], low[at]) = (next, next);
                next += 1;
                open.push(at);
            }
            let reply = replies[at].as_deref().and_then(|replies| replies.get(*tried));
            *tried += 1;
            match reply {
                Some(&Reply::To { at: child, .. }) => {
                    let child = child as usize;
                    if met[child] == NONE {
                        path.push((child, 0));
                    } else if ring[child] == NONE {
                        low[at] = low[at].min(met[child]);
                    }
                }
                Some(Reply::Ended(_)) => {}
                None => {
                    path.pop();
                    if let Some(&(above, _)) = path.last() {
                        low[above] = low[above].min(low[at]);
                    }
                    if low[at] == met[at] {
                        close(at, &mut open, &mut ring, &mut order);
                    }
                }
            }
        }
    }
    (order, ring)
}

/// What is open from `first` on is a ring.
fn close(first: usize, open: &mut Vec<usize>, ring: &mut [u32], order: &mut Vec<u32>) {
    while let Some(at) = open.pop() {
        ring[at] = first as u32;
        order.push(at as u32);
        if at == first {
            break;
        }
    }
}
