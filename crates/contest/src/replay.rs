//! A page for each game: the board after every move.

use arena::{GameRow, Kind};
use plywise::Ink;
use serde_json::{Value, json};

use arena::page::escape;

/// The steps of a game, from its own text: what was played, and the board after it. Empty if the text cannot be read.
fn steps(kind: &dyn Kind, row: &GameRow) -> Vec<Value> {
    let Some(game) = kind.import(&row.game, 1).ok().and_then(|games| games.into_iter().next()) else {
        return Vec::new();
    };
    let Ok(mut board) = kind.live(0, Some(&game.start)) else { return Vec::new() };
    let mut steps = vec![json!(["the start", board.diagram(Ink::Plain)])];
    let mut ply = 0;
    for mv in &game.moves {
        let who = match board.turn() {
            Some(plywise::Turn::Seat(seat)) => {
                ply += 1;
                format!("{ply}. {} {mv}", board.seat_name(seat))
            }
            _ => format!("chance {mv}"),
        };
        if board.play(mv).is_err() {
            break;
        }
        steps.push(json!([who, board.diagram(Ink::Plain)]));
    }
    steps
}

/// The page's body: a board to step through. `title` and `facts` are HTML.
pub(crate) fn body(kind: &dyn Kind, row: &GameRow, title: &str, facts: &str) -> String {
    // What stands in a script must not end it.
    let steps = Value::from(steps(kind, row)).to_string().replace("</", "<\\/");
    format!(
        "<h1>{title}</h1>\n{facts}\n\
         <p class=\"steps\"><button id=\"first\">|◀</button> <button id=\"back\">◀</button> \
         <input id=\"at\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"the move\"> \
         <button id=\"next\">▶</button> <button id=\"last\">▶|</button> <strong id=\"said\"></strong></p>\n\
         <pre id=\"board\"></pre>\n<details><summary>The game as text</summary><pre>{}</pre></details>\n\
         <script>{SCRIPT}\nshow({steps});</script>\n",
        escape(&row.game)
    )
}

const SCRIPT: &str = "
function show(steps) {
  const by = (id) => document.getElementById(id);
  const go = (to) => {
    const at = Math.max(0, Math.min(steps.length - 1, to));
    by('at').value = at;
    by('said').textContent = steps.length ? steps[at][0] : 'the game cannot be shown';
    by('board').textContent = steps.length ? steps[at][1] : '';
  };
  const now = () => Number(by('at').value);
  by('at').max = Math.max(0, steps.length - 1);
  by('at').oninput = () => go(now());
  by('first').onclick = () => go(0);
  by('back').onclick = () => go(now() - 1);
  by('next').onclick = () => go(now() + 1);
  by('last').onclick = () => go(steps.length - 1);
  document.onkeydown = (event) => {
    if (event.target.id === 'at') return;
    if (event.key === 'ArrowLeft') go(now() - 1);
    if (event.key === 'ArrowRight') go(now() + 1);
  };
  const asked = /^#(\\d+)$/.exec(location.hash);
  go(asked ? Number(asked[1]) : 0);
}";
