//! Who is refused, and that nobody else is harmed by it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;
use serde_json::json;

use crate::client::{Server, folder};

#[test]
fn only_pages_of_this_server_are_served() {
    let server = Server::start("origin");
    let host = server.address;
    let get = |extra: &str| server.raw(&format!("GET /api/games HTTP/1.1\r\n{extra}"), "");
    assert_eq!(get(&format!("host: {host}\r\n")).status, 200);
    assert_eq!(get(&format!("host: localhost:{}\r\n", host.port())).status, 200);
    assert_eq!(get(&format!("host: {host}\r\norigin: http://{host}\r\n")).status, 200);
    // A name that somebody else's name server bound to this address.
    let rebound = get(&format!("host: evil.example:{}\r\n", host.port()));
    assert_eq!((rebound.status, rebound.error().contains("evil.example")), (403, true));
    assert_eq!(get(&format!("host: {host}\r\norigin: http://evil.example\r\n")).status, 403);
    assert_eq!(get(&format!("host: {host}\r\norigin: null\r\n")).status, 403);
    assert_eq!(get(&format!("host: {host}\r\norigin: https://{host}\r\n")).status, 403);
    assert_eq!(
        get(&format!("host: {host}\r\nsec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors\r\n")).status,
        403
    );
}

/// What stands twice may be read once as the one and once as the other.
#[test]
fn what_a_request_says_of_itself_it_says_once() {
    let server = Server::start("twice");
    let host = server.address;
    for (head, status, word) in [
        (
            format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\nhost: evil.example\r\n"),
            400,
            "one header host",
        ),
        (format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\nhost: {host}\r\n"), 400, "one header host"),
        (
            format!(
                "GET /api/games HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\norigin: http://evil.example\r\n"
            ),
            400,
            "one header origin",
        ),
        (format!("GET http://{host}/api/games HTTP/1.1\r\nhost: {host}\r\n"), 400, "no proxy"),
        (format!("GET http://evil.example/api/games HTTP/1.1\r\nhost: {host}\r\n"), 400, "no proxy"),
        (format!("CONNECT {host} HTTP/1.1\r\nhost: {host}\r\n"), 400, "no proxy"),
        ("GET /api/games HTTP/1.1\r\n".to_owned(), 403, "is not this server"),
        ("GET /api/games HTTP/1.0\r\n".to_owned(), 403, "is not this server"),
    ] {
        let answer = server.raw(&head, "");
        assert_eq!(answer.status, status, "{head}: {}", answer.body);
        assert!(answer.error().contains(word), "{head}: {}", answer.body);
    }
}

/// Another port of the same machine is the same site to a browser, and may be another person's page.
#[test]
fn a_page_from_elsewhere_begins_nothing() {
    let server = Server::start("elsewhere");
    let get = |path: &str, site: &str, mode: &str| {
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nsec-fetch-site: {site}\r\nsec-fetch-mode: {mode}\r\n",
            server.address
        );
        server.raw(&head, "").status
    };
    for site in ["cross-site", "same-site"] {
        assert_eq!(get("/api/games", site, "no-cors"), 403, "{site}");
        assert_eq!(get("/api/games", site, "navigate"), 403, "{site}");
        assert_eq!(get("/", site, "navigate"), 200, "a link leads to the page");
    }
    assert_eq!(get("/api/games", "same-origin", "cors"), 200);
    assert_eq!(get("/api/games", "none", "navigate"), 200);
}

#[test]
fn others_of_the_machine_look_and_do_no_more() {
    let folder = folder("token");
    let server = Server::with(&folder, |_| {});
    let game = server.begin(&json!({ "game": "othello", "seats": ["person", "person"] }));
    let post = |path: &str, token: &str| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\n{token}content-type: application/json\r\n",
            server.address
        );
        server.raw(&head, "{}")
    };
    let wrong = format!("authorization: Bearer {}\r\n", "0".repeat(32));
    for token in ["", "authorization: Bearer \r\n", "authorization: Basic eDp5\r\n", &wrong] {
        for path in [
            "/api/play",
            &format!("{game}/move"),
            &format!("{game}/undo"),
            &format!("{game}/resign"),
            &format!("{game}/change"),
            "/api/position",
            "/api/import",
            "/api/tree",
            "/api/lab/stop",
            "/api/lab/run/2048-swarm",
        ] {
            let answer = post(path, token);
            assert_eq!(answer.status, 403, "{path}, {token:?}: {}", answer.body);
            assert!(answer.error().contains("token"), "{}", answer.body);
        }
    }
    assert_eq!(post(&format!("{game}/resign"), &server.token).status, 200);
    assert_eq!((server.get(&game).status, server.get("/").status), (200, 200));
    drop(server);
    let open = Server::with(&folder, |options| options.token = false);
    assert_eq!((open.token.as_str(), open.post("/api/lab/stop", &json!({})).status), ("", 200));
}

#[test]
fn a_token_stays_with_its_games_and_is_shown_to_nobody() {
    let folder = folder("kept-token");
    let start = || Server::with(&folder, |_| {}).token.clone();
    let token = start();
    assert!(token.trim_end().len() > 50, "{token:?}");
    assert_eq!(start(), token, "pages that are open go on after a restart");
    std::fs::write(folder.join("token"), "guess").unwrap();
    let new = start();
    assert!(new != token && !new.contains("guess"), "what is no token is replaced");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let rights = || std::fs::metadata(folder.join("token")).unwrap().permissions();
        assert_eq!(rights().mode() & 0o777, 0o600);
        std::fs::set_permissions(folder.join("token"), PermissionsExt::from_mode(0o644)).unwrap();
        assert_ne!(start(), new, "one that others could read is worth nothing");
        assert_eq!(rights().mode() & 0o777, 0o600);
    }
}

#[test]
fn every_answer_carries_the_policy() {
    let server = Server::start("policy");
    for path in ["/", "/assets/main.js", "/api/games", "/nowhere", "/assets/../lib.rs"] {
        let head = server.get(path).head.to_lowercase();
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{path}: {head}"
        );
        assert!(head.contains("x-content-type-options: nosniff"), "{path}");
        assert!(!head.contains("unsafe"), "{path}");
    }
    assert_eq!(server.get("/assets/../lib.rs").status, 404);
    // Nothing inline that the policy would not let through, and nothing from elsewhere.
    let page = server.get("/").body;
    assert!(!page.contains("style=") && !page.contains("onclick") && !page.contains("https://"));
    assert!(page.matches("<script").count() == 1 && page.contains("src=\"/assets/main.js\""));
}

#[test]
fn the_policy_lets_in_the_styles_of_the_page_and_no_others() {
    let server = Server::start("styles");
    let page = server.get("/");
    let (_, rest) = page.body.split_once("<style>").expect("the page holds its styles");
    let (style, rest) = rest.split_once("</style>").unwrap();
    assert!(style.contains("--accent:") && style.contains(".board") && !rest.contains("<style"));
    // A browser takes the digest after it has made every line end with a line feed alone.
    assert!(!style.contains('\r'));
    let digest = STANDARD.encode(Hash::hash(style.as_bytes()));
    let policy = page.head.lines().find_map(|line| line.strip_prefix("content-security-policy: ")).unwrap();
    let allowed: Vec<_> = policy.split("; ").filter(|part| part.starts_with("style-src")).collect();
    assert_eq!(allowed, [format!("style-src 'sha256-{digest}'")]);
    assert!(!page.body.contains("stylesheet"), "the first picture waits for one answer");
}

#[test]
fn broken_messages_get_one_line() {
    let server = Server::start("broken");
    let plain =
        server.raw(&format!("POST /api/play HTTP/1.1\r\nhost: {}\r\n{}", server.address, server.token), "{}");
    assert_eq!((plain.status, plain.error().contains("application/json")), (415, true));
    for (body, word) in [
        ("{", "ends too early"),
        ("{\"game\": \"othello\", \"seed\": -5}", "expected a whole number of at least 0"),
        ("[]", "JSON object"),
        (" [5]", "JSON object"),
        ("", "JSON object"),
        ("{\"game\": 5}", "string"),
        ("\u{0}", "JSON object"),
    ] {
        let answer = server.post_text("/api/play", body);
        assert_eq!(answer.status, 400, "{body}");
        assert!(answer.error().contains(word), "{body}: {}", answer.error());
    }
    let long = server.post("/api/import", &json!({ "game": "othello", "text": "x".repeat(3 << 20) }));
    assert_eq!((long.status, long.error().contains("longer")), (413, true));
    for (asked, status, word) in
        [("DELETE /api/play", 405, "not asked with DELETE"), ("GET /api/play/%00%ff", 400, "UTF-8")]
    {
        let head = format!("{asked} HTTP/1.1\r\nhost: {}\r\n{}", server.address, server.token);
        let answer = server.raw(&head, "");
        assert_eq!(answer.status, status, "{asked}");
        assert!(answer.error().contains(word), "{asked}: {}", answer.error());
    }
    assert_eq!(server.get("/api/play/nothinghere").status, 404);
    assert_eq!(server.get("/api/play/..%2f..%2fetc").status, 404);
    assert_eq!(server.get("/api/play/abc/analyse?ply=x").status, 400);
    assert_eq!(server.get("/api/games").status, 200, "the next one is served as ever");
}

#[test]
fn names_start_no_programs_and_read_no_files() {
    let server = Server::start("names");
    for (game, agent, word) in [
        ("othello", "engine:cmd=\"touch /tmp/x\",protocol=gtp", "does not play on the page"),
        ("othello", "human", "does not play on the page"),
        ("othello", "pvs:table=65536", "at most 256 MiB"),
        ("othello", "pvs:threads=256", "threads"),
        ("othello", "mcts:memory=9999", "at most 256 MiB"),
    ] {
        let line = server.post("/api/play", &json!({ "game": game, "seats": ["person", agent] })).error();
        assert!(line.contains(word), "{agent}: {line}");
    }
    for board in ["/etc/passwd", "Cargo.toml", "../boards/x.csv"] {
        let game = format!("cantgoback:board={board}");
        let line = server.post("/api/play", &json!({ "game": game, "seats": ["person", "person"] })).error();
        assert!(line.contains("reads no files"), "{line}");
    }
    let line = server
        .post("/api/tree", &json!({ "game": "2048", "agent": "expectimax:eval=network,network=/etc/passwd" }))
        .error();
    assert!(line.contains("reads no files"), "{line}");
}

/// A name of an agent's own opens no door that the agent itself does not.
#[test]
fn presets_are_listed_and_seated_as_far_as_they_start_no_program_and_read_no_file() {
    let presets = arena::Presets::parse(
        "agents.toml",
        "quick = \"alphabeta:depth=1\"\nlarge = \"pvs:table=9999\"\n[prog]\ncmd = \"touch /tmp/x\"\nprotocol = \"line\"\n\
         [file]\n2048 = \"champion:network=/etc/passwd\"\n",
    );
    let server = Server::with(&folder("presets"), |options| options.presets = presets.unwrap());
    let games = server.get("/api/games").json()["games"].clone();
    for game in games.as_array().unwrap() {
        let names = game["presets"].as_array().unwrap().iter().map(|preset| preset["name"].as_str().unwrap());
        let expected: &[&str] = if game["name"] == "2048" { &[] } else { &["quick"] };
        let names: Vec<_> = names.filter(|name| ["quick", "large", "prog", "file"].contains(name)).collect();
        assert_eq!(names, expected, "{game}");
    }
    let seated = |game: &str, agent: &str| {
        server.post("/api/play", &json!({ "game": game, "seats": ["person", agent] }))
    };
    assert_eq!(seated("othello", "quick").status, 200);
    // What a refusal proposes can be seated, and it blames what was asked for.
    let line = seated("othello", "nonsense").error();
    assert!(line.contains(", quick") && !line.contains("engine") && !line.contains("human"), "{line}");
    assert!(!line.contains("prog") && !line.contains("large"), "{line}");
    let line = seated("othello", "prog").error();
    assert!(!line.contains("engine") && line.contains(", quick"), "{line}");
    for (agent, word) in [
        ("prog", "\"prog\" does not play on the page"),
        ("large", "at most 256 MiB"),
        ("quick:cmd=x", "there is no option of alphabeta"),
        ("qick", "did you mean quick?"),
    ] {
        let line = seated("othello", agent).error();
        assert!(line.contains(word), "{agent}: {line}");
    }
    let line = server.post("/api/play", &json!({ "game": "2048", "seats": ["file"] })).error();
    assert!(line.contains("reads no files"), "{line}");
}

/// A file, a folder, a pipe that nobody writes to, and nothing at all.
#[cfg(unix)]
fn paths(folder: &std::path::Path) -> [String; 4] {
    std::fs::write(folder.join("file"), "1 2").unwrap();
    std::fs::create_dir(folder.join("folder")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    ["file", "folder", "pipe", "nothing"].map(|name| folder.join(name).display().to_string())
}

#[cfg(unix)]
#[test]
fn no_option_of_any_agent_or_game_opens_a_path_that_a_client_names() {
    let folder = folder("paths");
    let paths = paths(&folder);
    let server = Server::with(&folder.join("state"), |_| {});
    // Whoever learns from the answer what is there has had the path looked at; a pipe holds up whoever opens it.
    let check = |what: &str, ask: &dyn Fn(&str) -> crate::client::Answer| {
        let lines = paths.each_ref().map(|path| {
            let answer = ask(path);
            assert_eq!(answer.status, 400, "{what}={path}: {}", answer.body);
            answer.error().replace(path, "PATH")
        });
        let cut = |line: &String| line.split(['"', '…']).next().unwrap().to_owned();
        assert!(lines.iter().all(|line| cut(line) == cut(&lines[0])), "{what}: {lines:#?}");
    };
    let mut options = 0;
    for game in games::all() {
        let name = game.named.name;
        for option in game.named.options {
            check(&format!("{name}:{}", option.key), &|path| {
                let game = format!("{name}:{}={path}", option.key);
                server.post("/api/position", &json!({ "game": game, "position": "nowhere" }))
            });
            options += 1;
        }
        for agent in games::open(name).unwrap().agents() {
            for option in agent.options {
                check(&format!("{name} {}:{}", agent.name, option.key), &|path| {
                    // Reading the network that comes along takes longer than all else.
                    let small = name == "2048" && agent.name == "champion" && option.key != "network";
                    let before = if small { "network=small," } else { "" };
                    let agent = format!("{}:{before}{}={path}", agent.name, option.key);
                    server.post("/api/tree", &json!({ "game": name, "agent": agent }))
                });
                options += 1;
            }
        }
    }
    assert!(options > 100, "{options} options were tried");
    assert_eq!(server.get("/api/games").status, 200, "nobody hangs at the pipe");
}

#[test]
fn reports_are_those_of_their_folder() {
    let folder = folder("reports");
    std::fs::create_dir_all(folder.join("reports/deep")).unwrap();
    std::fs::write(folder.join("reports/deep/first.html"), "<!doctype html><title>first</title>").unwrap();
    std::fs::write(folder.join("secret.html"), "secret").unwrap();
    let server = Server::with(&folder, |_| {});
    let list = server.get("/api/reports").json();
    assert_eq!(list["reports"][0]["path"], "deep/first.html");
    let report = server.get("/reports/deep/first.html");
    assert!(report.status == 200 && report.body.contains("first"));
    assert!(report.head.to_lowercase().contains("sandbox"));
    for outside in
        ["/reports/../secret.html", "/reports/%2e%2e/secret.html", "/reports//secret.html", "/reports/deep"]
    {
        let answer = server.get(outside);
        assert!(answer.status == 404 && !answer.body.contains("secret\n"), "{outside}: {}", answer.body);
    }
}
