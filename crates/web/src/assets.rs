//! The page's files, which are part of the program.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! files {
    ($($name:literal: $kind:ident),* $(,)?) => {
        &[$(($name, $kind, include_str!(concat!("assets/", $name)))),*]
    };
}

/// Name, type and text.
const FILES: &[(&str, &str, &str)] = files![
    "index.html": HTML,
    "icon.svg": SVG,
    "main.js": JS,
    "api.js": JS,
    "dom.js": JS,
    "board.js": JS,
    "chart.js": JS,
    "links.js": JS,
    "games/index.js": JS,
    "games/othello.js": JS,
    "games/checkers.js": JS,
    "games/twenty48.js": JS,
    "games/cantgoback.js": JS,
    "views/setup.js": JS,
    "views/play.js": JS,
    "views/controls.js": JS,
    "views/moves.js": JS,
    "views/exchange.js": JS,
    "views/editor.js": JS,
    "views/analysis.js": JS,
    "views/reasons.js": JS,
    "views/watch.js": JS,
    "views/tree.js": JS,
    "views/treedraw.js": JS,
    "views/lessons.js": JS,
    "views/lab.js": JS,
];

/// All styles in one: the first picture waits for one file.
const STYLE: &str = concat!(
    include_str!("assets/style.css"),
    include_str!("assets/board.css"),
    include_str!("assets/views.css")
);

pub(crate) async fn index() -> Response {
    file("index.html")
}

pub(crate) async fn asset(Path(name): Path<String>) -> Response {
    file(&name)
}

fn file(name: &str) -> Response {
    let found = FILES.iter().chain([&("page.css", CSS, STYLE)]).find(|file| file.0 == name);
    match found {
        Some((_, kind, text)) => {
            ([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")], *text).into_response()
        }
        None => Refusal::missing("there is no such page; / is the first").into_response(),
    }
}

pub(crate) async fn nothing() -> Response {
    Refusal::missing("there is no such page; / is the first").into_response()
}
