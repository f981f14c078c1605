//! The page's files, which are part of the program.

use std::sync::LazyLock;

use arena::registry::Picture;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;

use crate::error::Refusal;

const HTML: &str = "text/html; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! files {
    ($($name:literal: $kind:ident),* $(,)?) => {
        &[$(($name, $kind, include_str!(concat!("assets/", $name)))),*]
    };
}

/// Name, type and text.
const FILES: &[(&str, &str, &str)] = files![
    "icon.svg": SVG,
    "main.js": JS,
    "api.js": JS,
    "dom.js": JS,
    "place.js": JS,
    "board.js": JS,
    "textboard.js": JS,
    "drag.js": JS,
    "chart.js": JS,
    "worth.js": JS,
    "lesson.js": JS,
    "grid.js": JS,
    "links.js": JS,
    "games/index.js": JS,
    "games/plain.js": JS,
    "views/setup.js": JS,
    "views/play.js": JS,
    "views/table.js": JS,
    "views/hint.js": JS,
    "views/controls.js": JS,
    "views/moves.js": JS,
    "views/exchange.js": JS,
    "views/editor.js": JS,
    "views/analysis.js": JS,
    "views/reasons.js": JS,
    "views/lessons.js": JS,
    "views/task.js": JS,
    "views/review.js": JS,
    "views/watch.js": JS,
    "views/tree.js": JS,
    "views/treedraw.js": JS,
    "views/lab.js": JS,
];

/// A game and its picture.
fn pictures() -> impl Iterator<Item = (&'static str, Picture)> {
    games::doors().iter().filter_map(|door| Some((door.info.named.name, door.picture?)))
}

/// The module that lists the games' pictures.
static LIST: LazyLock<String> = LazyLock::new(|| {
    let import = |(i, (game, _))| format!("import book{i} from \"./{game}.js\";\n");
    let entry = |(i, (game, _))| format!("[\"{game}\", book{i}]");
    let imports: String = pictures().enumerate().map(import).collect();
    let entries: Vec<String> = pictures().enumerate().map(entry).collect();
    format!("{imports}\nexport default [{}];\n", entries.join(", "))
});

/// All styles in one.
static STYLE: LazyLock<String> = LazyLock::new(|| {
    let own = [include_str!("assets/style.css"), include_str!("assets/board.css")];
    let all = own.into_iter().chain(pictures().map(|(_, picture)| picture.style));
    all.chain([include_str!("assets/views.css")]).collect::<Vec<_>>().join("\n")
});

/// The page with its styles inside: the first picture waits for one answer. Lines end as a browser makes them end
/// before it takes the digest of the styles, whatever the checkout has.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    let load = |(game, _)| {
        format!("<link rel=\"modulepreload\" fetchpriority=\"low\" href=\"/assets/games/{game}.js\">\n")
    };
    let page = include_str!("assets/index.html").replacen("<style>", &format!("<style>{}", *STYLE), 1);
    page.replacen("<!-- the games' pictures -->\n", &pictures().map(load).collect::<String>(), 1)
        .replace("\r\n", "\n")
});

/// The source expression by which a Content-Security-Policy lets in the page's styles and no others
/// (<https://www.w3.org/TR/CSP3/#grammardef-hash-source>).
pub(crate) fn style_source() -> String {
    format!("'sha256-{}'", STANDARD.encode(Hash::hash(STYLE.replace("\r\n", "\n").as_bytes())))
}

pub(crate) async fn index() -> Response {
    answer(HTML, &PAGE)
}

pub(crate) async fn asset(Path(name): Path<String>) -> Response {
    if name == "games/list.js" {
        return answer(JS, &LIST);
    }
    if let Some((_, kind, text)) = FILES.iter().find(|file| file.0 == name) {
        return answer(kind, text);
    }
    let game = name.strip_prefix("games/").and_then(|name| name.strip_suffix(".js"));
    match pictures().find(|picture| Some(picture.0) == game) {
        Some((_, picture)) => answer(JS, picture.module),
        None => nothing().await,
    }
}

fn answer(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

pub(crate) async fn nothing() -> Response {
    Refusal::missing("there is no such page; / is the first").into_response()
}
