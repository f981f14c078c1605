//! Finished reports: the pages in a folder, as they were written.

use std::path::{Component, Path};

use axum::Json;
use axum::extract::{Path as Asked, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::error::{Answer, Refusal};
use crate::play::Shared;
use crate::request::aside;

/// Files that are listed, and how deep folders are looked into.
const MOST: usize = 200;
const DEEPEST: usize = 3;

/// What may be shown of a report's folder.
const KINDS: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("csv", "text/csv; charset=utf-8"),
    ("json", "application/json"),
    ("txt", "text/plain; charset=utf-8"),
];

pub(crate) async fn list(State(app): Shared) -> Answer<Json<Value>> {
    aside(move || {
        let mut found = Vec::new();
        collect(&app.reports, "", 0, &mut found);
        found.sort_by_key(|report| report["age_s"].as_u64());
        found.truncate(MOST);
        Ok(Json(json!({ "folder": app.reports.display().to_string(), "reports": found })))
    })
    .await
}

fn collect(folder: &Path, under: &str, depth: usize, found: &mut Vec<Value>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().take(10 * MOST) {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let Ok(about) = entry.metadata() else { continue };
        let path = format!("{under}{name}");
        if about.is_dir() && depth < DEEPEST && !name.starts_with('.') {
            collect(&entry.path(), &format!("{path}/"), depth + 1, found);
        } else if about.is_file() && name.ends_with(".html") {
            let age = about.modified().ok().and_then(|at| at.elapsed().ok()).unwrap_or_default();
            found.push(json!({ "path": path, "bytes": about.len(), "age_s": age.as_secs() }));
        }
    }
}

pub(crate) async fn file(State(app): Shared, Asked(name): Asked<String>) -> Answer<Response> {
    aside(move || read(&app.reports, &name)).await
}

fn read(reports: &Path, name: &str) -> Answer<Response> {
    let missing = || Refusal::missing("there is no such report");
    let path = Path::new(name);
    // Nothing outside the folder, however it is written.
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(missing());
    }
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let kind = KINDS.iter().find(|kind| kind.0 == ending).ok_or_else(missing)?.1;
    let root = reports.canonicalize().map_err(|_| missing())?;
    let found = root.join(path).canonicalize().map_err(|_| missing())?;
    // What is no plain file would hold up whoever reads it.
    if !found.starts_with(&root) || !found.is_file() {
        return Err(missing());
    }
    let bytes = std::fs::read(found).map_err(|_| missing())?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}
