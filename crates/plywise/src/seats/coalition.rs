//! One seat against all others together: paranoid and best-reply search.

use std::time::Instant;

use super::Handover;
use crate::evaluate::Evaluate;
use crate::game::{Game, Seat, Turn};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::report::{Report, TableUse};
use crate::score::Score;
use crate::setting::Deterministic;
use crate::stop::Stop;

/// The value of `position` for the seat to move if all others have nothing in mind but to make it low (Sturtevant & Korf
/// 2000, "On pruning techniques for multi-player games"), by alpha-beta.
///
/// Static values are taken from the root seat's point of view. Among equal moves the first listed is best.
pub fn paranoid<G: Deterministic, E: Evaluate<G>>(
    position: &G,
    eval: &E,
    limits: &Limits,
) -> Report<G::Move, Score> {
    search(Paranoid, position, eval, limits)
}

/// The same, but after each move of the root's seat only one of the others answers, the one whose answer hurts most;
/// the rest let their turns pass (Schadd & Winands 2011, "Best reply search for multiplayer games").
///
/// A ply is a move of the root's seat or the one answer to it. Answers are tried seat by seat, from the one whose turn
/// it is; an answering seat that is at turn again goes on. Where the root's seat could not move after the answer, the
/// turn stays with the seat that the rules say.
pub fn best_reply<G: Deterministic + Handover, E: Evaluate<G>>(
    position: &G,
    eval: &E,
    limits: &Limits,
) -> Report<G::Move, Score> {
    search(BestReply, position, eval, limits)
}

/// How the others answer.
trait Answers<G: Game> {
    /// The others' moves with the seats that make them, at the turn of `seat`.
    fn list(&self, position: &G, seat: Seat, root: Seat, out: &mut Vec<(Seat, G::Move)>);

    /// The position after one of them.
    fn play(&self, position: &G, seat: Seat, answer: (Seat, G::Move), root: Seat) -> G;
}

struct Paranoid;

impl<G: Game> Answers<G> for Paranoid {
    fn list(&self, position: &G, seat: Seat, _: Seat, out: &mut Vec<(Seat, G::Move)>) {
        out.extend(moves(position).into_iter().map(|mv| (seat, mv)));
    }

    fn play(&self, position: &G, _: Seat, (_, mv): (Seat, G::Move), _: Seat) -> G {
        played(position, mv)
    }
}

struct BestReply;

impl<G: Handover> Answers<G> for BestReply {
    fn list(&self, position: &G, seat: Seat, root: Seat, out: &mut Vec<(Seat, G::Move)>) {
        out.extend(moves(position).into_iter().map(|mv| (seat, mv)));
        for step in 1..G::SEATS {
            let other = Seat(((seat.index() + step) % G::SEATS) as u8);
            if other != root
                && let Some(handed) = position.hand_to(other)
            {
                out.extend(moves(&handed).into_iter().map(|mv| (other, mv)));
            }
        }
    }

    fn play(&self, position: &G, seat: Seat, (by, mv): (Seat, G::Move), root: Seat) -> G {
        let child = if by == seat {
            played(position, mv)
        } else {
            played(&position.hand_to(by).expect("a seat with moves can have the turn"), mv)
        };
        let next = child.turn();
        let leaves_out_others = next != Turn::Seat(root) && next != Turn::Seat(by) && !child.is_over();
        if leaves_out_others { child.hand_to(root).unwrap_or(child) } else { child }
    }
}

fn moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn played<G: Game>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}

fn search<A, G, E>(answers: A, position: &G, eval: &E, limits: &Limits) -> Report<G::Move, Score>
where
    A: Answers<G>,
    G: Deterministic,
    E: Evaluate<G>,
{
    let started = Instant::now();
    let mut search =
        AgainstAll { answers, eval, root: mover(position), meter: Meter::new(limits), horizon: false };
    let mut line = Vec::new();
    let depth = limits.depth.unwrap_or(u32::MAX);
    let value = search.value(position, depth, 0, (-Score::INFINITY, Score::INFINITY), &mut line);
    Report {
        best: line.first().copied(),
        value: value.unwrap_or(Score::ZERO),
        line,
        depth: limits.depth.unwrap_or(0),
        nodes: search.meter.nodes(),
        elapsed: started.elapsed(),
        stopped: search.meter.stopped().unwrap_or(if search.horizon { Stop::Depth } else { Stop::Solved }),
        table: TableUse::default(),
    }
}

fn mover<G: Deterministic>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => unreachable!("a deterministic game has no turns of chance: {position:?}"),
    }
}

struct AgainstAll<'a, A, E> {
    answers: A,
    eval: &'a E,
    root: Seat,
    meter: Meter,
    horizon: bool,
}

impl<A, E> AgainstAll<'_, A, E> {
    /// The root seat's value, exact inside the window, a bound outside; None once the search must stop.
    fn value<G>(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): (Score, Score),
        line: &mut Vec<G::Move>,
    ) -> Option<Score>
    where
        A: Answers<G>,
        G: Deterministic,
        E: Evaluate<G>,
    {
        if !self.meter.enter() {
            return None;
        }
        line.clear();
        if position.is_over() {
            return Some(self.eval.finished(position, self.root, ply));
        }
        if depth == 0 {
            self.horizon = true;
            return Some(self.eval.evaluate(position, self.root));
        }
        let seat = mover(position);
        let maximise = seat == self.root;
        let mut best = if maximise { -Score::INFINITY } else { Score::INFINITY };
        let mut below = Vec::new();
        for answer in self.choices(position, seat) {
            let child = self.after(position, seat, answer);
            let value = self.value(&child, depth - 1, ply + 1, (alpha, beta), &mut below)?;
            if if maximise { value > best } else { value < best } {
                best = value;
                line.clear();
                line.push(answer.1);
                line.append(&mut below);
                if maximise {
                    alpha = alpha.max(value);
                } else {
                    beta = beta.min(value);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// What `seat` can play, or at another's turn than the root's what the coalition can answer.
    fn choices<G: Game>(&self, position: &G, seat: Seat) -> Vec<(Seat, G::Move)>
    where
        A: Answers<G>,
    {
        let mut out = Vec::new();
        if seat == self.root {
            Paranoid.list(position, seat, self.root, &mut out);
        } else {
            self.answers.list(position, seat, self.root, &mut out);
        }
        out
    }

    fn after<G: Game>(&self, position: &G, seat: Seat, choice: (Seat, G::Move)) -> G
    where
        A: Answers<G>,
    {
        if seat == self.root {
            Paranoid.play(position, seat, choice, self.root)
        } else {
            self.answers.play(position, seat, choice, self.root)
        }
    }
}
