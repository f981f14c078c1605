//! The server under load, on the loopback address: many viewers of a tournament and many games at once.
//!
//! `cargo run --release -p plywise-web --features measure --example load [VIEWERS] [GAMES] [SECONDS]`: viewers follow the tournament's stream,
//! games of a person against an agent that thinks up to 50 ms are played move by move over requests of their own, every
//! second one only for six moves: then the person goes and begins another. Every request must be answered, every viewer must
//! hear of the games that end meanwhile, and of this program, clients included, less than 1 GB may be resident.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use arena::Experiment;
use serde_json::{Value, json};
use store::Store;

#[derive(Default)]
struct Tally {
    asked: AtomicU64,
    lost: AtomicU64,
    refused: AtomicU64,
    finished: AtomicU64,
    told: AtomicU64,
    times: Mutex<Vec<Duration>>,
}

fn main() {
    let given: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let of = |n: usize, usual| given.get(n).copied().unwrap_or(usual);
    let (viewers, games, seconds) = (of(0, 200), of(1, 50), of(2, 20));
    let folder = std::env::temp_dir().join(format!("plywise-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let stop = Arc::new(AtomicBool::new(false));
    let store = folder.join("games.db");
    let tournament = play_tournament(&store, Arc::clone(&stop));
    let (address, end) = serve(&folder, store);
    let tally = Arc::new(Tally::default());
    let watching: Vec<_> =
        (0..viewers).map(|_| spawn(&tally, &stop, move |tally, stop| watch(address, tally, stop))).collect();
    let playing: Vec<_> =
        (0..games).map(|n| spawn(&tally, &stop, move |tally, stop| play(address, n, tally, stop))).collect();
    let resident = watch_memory(seconds);
    stop.store(true, Ordering::Relaxed);
    let heard = watching
        .into_iter()
        .map(|one| one.join().expect("no viewer breaks down"))
        .filter(|heard| *heard > 1)
        .count();
    playing.into_iter().for_each(|one| drop(one.join()));
    drop(end);
    drop(tournament.join());
    report(&tally, viewers, games, seconds, heard);
    let (most, last) = (resident.iter().max().copied().unwrap_or(0), resident.last().copied().unwrap_or(0));
    let third = resident.get(resident.len() / 3).copied().unwrap_or(0);
    println!("resident after a third of the time {third} MiB, at the end {last} MiB, at most {most} MiB");
    let _ = std::fs::remove_dir_all(&folder);
    let lost = tally.lost.load(Ordering::Relaxed) + tally.refused.load(Ordering::Relaxed);
    std::process::exit(i32::from(lost > 0 || (heard as u64) < viewers || most > MOST_MIB));
}

/// MiB that may be resident.
const MOST_MIB: u64 = 1_000_000_000 >> 20;

/// MiB of this program in memory, once a second; nothing where the system does not tell.
fn watch_memory(seconds: u64) -> Vec<u64> {
    let resident = |_| {
        std::thread::sleep(Duration::from_secs(1));
        let about = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = about.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
    };
    (0..seconds).filter_map(resident).collect()
}

fn report(tally: &Tally, viewers: u64, games: u64, seconds: u64, heard: usize) {
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let mut times = std::mem::take(&mut *tally.times.lock().expect("no thread broke down"));
    times.sort_unstable();
    let at = |share: f64| {
        times.get((share * times.len() as f64) as usize).map_or(0.0, |time| 1000.0 * time.as_secs_f64())
    };
    println!(
        "{viewers} viewers and {games} games for {seconds} s\nrequests {}, lost {}, refused {}; moves answered in {:.1} ms (median), \
         {:.1} ms (99 %)\ngames finished {}; messages to viewers {}, viewers who heard of more than one change {heard}",
        count(&tally.asked),
        count(&tally.lost),
        count(&tally.refused),
        at(0.5),
        at(0.99),
        count(&tally.finished),
        count(&tally.told),
    );
}

fn spawn<T: Send + 'static>(
    tally: &Arc<Tally>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce(&Tally, &AtomicBool) -> T + Send + 'static,
) -> std::thread::JoinHandle<T> {
    let (tally, stop) = (Arc::clone(tally), Arc::clone(stop));
    // What a viewer's thread needs is little, and there are many.
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(move || work(&tally, &stop)).expect("threads can be had")
}

/// A tournament that goes on as long as it is watched.
fn play_tournament(path: &Path, stop: Arc<AtomicBool>) -> std::thread::JoinHandle<()> {
    let mut store = Store::open(path).expect("a new store can be begun");
    std::thread::spawn(move || {
        let text = json!({ "game": "othello:size=6", "rounds": 1_000_000, "agents": ["alphabeta:depth=4", "alphabeta:depth=3", "greedy", "random"] });
        let experiment = Experiment::parse(&text.to_string()).expect("the experiment is right");
        let setup = experiment.open().expect("the experiment can be opened");
        arena::run(&setup, Some(&mut store), 1, &stop, &mut ()).expect("the tournament goes on");
    })
}

fn serve(folder: &Path, store: PathBuf) -> (SocketAddr, mpsc::Sender<()>) {
    let options = web::Options {
        port: 0,
        store: Some(store),
        reports: folder.join("reports"),
        token: false,
        ..web::Options::new(folder.join("state"))
    };
    let (end, ended) = mpsc::channel();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let ready = |page: &web::Page| sender.send(page.address).expect("somebody waits");
        web::serve(&options, ready, web::interrupted(ended)).expect("the server starts");
    });
    (receiver.recv().expect("the server starts"), end)
}

/// Follows the tournament; the messages heard.
fn watch(address: SocketAddr, tally: &Tally, stop: &AtomicBool) -> u64 {
    tally.asked.fetch_add(1, Ordering::Relaxed);
    let Ok(mut stream) = TcpStream::connect(address) else {
        tally.lost.fetch_add(1, Ordering::Relaxed);
        return 0;
    };
    let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
    let _ = write!(stream, "GET /api/tournament/events HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let (mut reader, mut line, mut heard) = (BufReader::new(stream), String::new(), 0);
    while !stop.load(Ordering::Relaxed) {
        match reader.read_line(&mut line) {
            Ok(0) => {
                tally.lost.fetch_add(1, Ordering::Relaxed);
                break;
            }
            Ok(_) => {
                heard += u64::from(line.starts_with("data: "));
                line.clear();
            }
            // Half a second without a word: what has come of a line stays in it.
            Err(_) => {}
        }
    }
    tally.told.fetch_add(heard, Ordering::Relaxed);
    heard
}

/// Plays games, one after another.
fn play(address: SocketAddr, number: u64, tally: &Tally, stop: &AtomicBool) {
    let ask = |path: &str, body: Option<&Value>| ask(address, path, body, tally);
    for round in 0.. {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let most = if (number + round).is_multiple_of(2) { usize::MAX } else { 6 };
        let mut made = 0;
        let begin = json!({ "game": "othello:size=6", "seats": ["person", "pvs:time=50ms"], "pace": 0, "seed": number });
        let Some(mut state) = ask("/api/play", Some(&begin)) else { return };
        let game = format!("/api/play/{}", state["id"].as_str().unwrap_or_default());
        while state["over"] != true && made < most && !stop.load(Ordering::Relaxed) {
            let next = if state["person"] == true {
                let moves = state["moves"].as_array().map_or(&[][..], Vec::as_slice);
                made += 1;
                let begun = Instant::now();
                let next = ask(
                    &format!("{game}/move"),
                    Some(&json!({ "move": moves[number as usize % moves.len()] })),
                );
                tally.times.lock().expect("no thread broke down").push(begun.elapsed());
                next
            } else {
                std::thread::sleep(Duration::from_millis(100));
                ask(&game, None)
            };
            let Some(next) = next else { return };
            state = next;
        }
        tally.finished.fetch_add(u64::from(state["over"] == true), Ordering::Relaxed);
    }
}

/// One request on a connection of its own; None if it was lost or refused.
fn ask(address: SocketAddr, path: &str, body: Option<&Value>, tally: &Tally) -> Option<Value> {
    tally.asked.fetch_add(1, Ordering::Relaxed);
    let body = body.map(Value::to_string);
    let (method, text) = body.as_ref().map_or(("GET", ""), |body| ("POST", body));
    let answer = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{text}",
            text.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    let answer = answer().unwrap_or_default();
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200") => serde_json::from_str(body).ok(),
        Some(_) => {
            tally.refused.fetch_add(1, Ordering::Relaxed);
            None
        }
        None => {
            tally.lost.fetch_add(1, Ordering::Relaxed);
            None
        }
    }
}
