//! All games of this server: in memory while somebody wants them, on disk always.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plywise::Rng;
use plywise::notation::quote;
use serde_json::{Value, json};

use crate::error::{Answer, Refusal};
use crate::record::{Request, Saved};
use crate::room::{Room, Unsaved};
use crate::{lesson, names};

/// Games in memory, and plies that they may have together: of a ply some 300 bytes are kept.
const MOST_OPEN: usize = 300;
const MOST_PLIES: usize = 1_000_000;
/// Games on disk: the eldest go when there are more.
const MOST_KEPT: usize = 1000;
/// A game that nobody has looked at for so long leaves the memory; it stays on disk.
const IDLE: Duration = Duration::from_secs(600);
/// Games whose agents are kept ready, each with its tables: those of others are seated again when they are to move.
const MOST_READY: usize = 48;
/// Agents that nobody has asked for so long are dismissed, with their tables.
const IDLE_AGENTS: Duration = Duration::from_secs(60);

pub(crate) struct Rooms {
    open: Mutex<HashMap<String, Arc<Room>>>,
    /// Held by whoever looks through all games to put some away: games that two look through stay.
    tidying: Mutex<()>,
    folder: PathBuf,
    most_open: usize,
    most_plies: usize,
}

/// Takes the folder for one server: two would overwrite each other's games. It is free again when this is dropped or the
/// program ends.
pub(crate) fn lock(folder: &Path) -> std::io::Result<arena::Lock> {
    if folder.exists() && !folder.is_dir() {
        return Err(std::io::Error::new(ErrorKind::NotADirectory, "this is a file; name a folder"));
    }
    std::fs::create_dir_all(folder)?;
    arena::lock(&folder.join("serve")).map_err(|error| match error {
        arena::Error::InUse(_, holder) => std::io::Error::new(
            ErrorKind::ResourceBusy,
            format!("in use by another server{holder}; wait until it has ended, or name another folder"),
        ),
        error => std::io::Error::other(error.to_string()),
    })
}

impl Rooms {
    pub(crate) fn new(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let rooms = Self {
            open: Mutex::default(),
            tidying: Mutex::default(),
            folder: folder.to_owned(),
            most_open: MOST_OPEN,
            most_plies: MOST_PLIES,
        };
        rooms.clear_disk();
        // What a server left that was killed while it wrote.
        for (_, path) in rooms.files("tmp") {
            let _ = std::fs::remove_file(path);
        }
        Ok(rooms)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new game.
    pub(crate) fn begin(&self, request: Request) -> Answer<Arc<Room>> {
        let request = lesson::set_up(request)?;
        names::seats(&*names::game(&request.game)?, &request.seats)?;
        let begun = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut draw = Rng::derive(begun.as_nanos() as u64, u64::from(std::process::id()));
        let id: String = (0..10).map(|_| char::from(LETTERS[draw.index(LETTERS.len())])).collect();
        let seed = request.seed.unwrap_or_else(|| draw.below(1_000_000));
        let saved = Saved {
            id: id.clone(),
            request: Request { seed: Some(seed), ..request },
            plies: Vec::new(),
            ended: None,
            used: 0,
            begun: begun.as_secs(),
            luck: 1,
        };
        let room = Arc::new(Room::open(saved)?);
        self.make_place(&room)?;
        self.save(&room)?;
        self.rooms().insert(id, Arc::clone(&room));
        Ok(room)
    }

    /// The game of a name, from memory or disk.
    pub(crate) fn find(&self, id: &str) -> Answer<Arc<Room>> {
        if id.len() > 20 || id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Refusal::missing(format!("{} is no game's name", quote(id))));
        }
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        let path = self.path(id);
        let missing =
            || Refusal::missing(format!("there is no game {}; it may have been cleared away", quote(id)));
        let text = Some(&path).filter(|path| path.is_file()).map(std::fs::read_to_string);
        let text = text.and_then(Result::ok).ok_or_else(missing)?;
        let saved =
            Saved::read(&text).map_err(|error| Refusal::broken(format!("game {id} is damaged: {error}")))?;
        let room = Arc::new(Room::open(saved)?);
        self.make_place(&room)?;
        Ok(Arc::clone(self.rooms().entry(id.to_owned()).or_insert(room)))
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// Writes a game to disk if it has changed. Whoever is killed meanwhile leaves the old text or the new, or one ply less.
    pub(crate) fn save(&self, room: &Room) -> Answer<()> {
        let mut table = room.table();
        if !std::mem::take(&mut table.unsaved) {
            return Ok(());
        }
        // The table stays taken until the text is there: two writers must not overtake each other.
        let (path, new) = (self.path(&room.id), self.folder.join(format!("{}.tmp", room.id)));
        let written = match table.unsaved() {
            Unsaved::More(text) => {
                let file = File::options().append(true).open(&path);
                file.and_then(|mut file| file.write_all(text.as_bytes()))
            }
            Unsaved::Whole(text) => std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, &path)),
        };
        written.map_err(|error| {
            table.is_not_kept();
            Refusal::broken(format!("{}: {error}", path.display()))
        })
    }

    /// Dismisses the agents of the game that is longest untouched, of those in which nobody thinks. False where there are
    /// none.
    pub(crate) fn dismiss_one(&self) -> bool {
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        let idle = rooms.iter().filter_map(|room| {
            let table = room.table();
            table.thinker.is_some().then_some((table.touched, room))
        });
        let eldest = idle.min_by_key(|(touched, _)| *touched);
        eldest.is_some_and(|(_, room)| room.table().thinker.take().is_some())
    }

    /// Saves what has changed and dismisses whom nobody needs. Done every now and then.
    pub(crate) fn tidy(&self) {
        let _alone = self.tidying.lock().unwrap_or_else(PoisonError::into_inner);
        let mut rooms: Vec<_> = self.rooms().values().cloned().collect();
        rooms.sort_by_cached_key(|room| std::cmp::Reverse(room.table().touched));
        let mut ready = 0;
        for room in rooms {
            // A disk that is full is told of where somebody waits for an answer.
            let _ = self.save(&room);
            let mut table = room.table();
            ready += usize::from(table.thinker.is_some());
            if ready > MOST_READY || table.touched.elapsed() > IDLE_AGENTS && table.viewers == 0 {
                table.thinker = None;
            }
            let idle =
                table.viewers == 0 && !table.driven && table.touched.elapsed() > IDLE && !table.unsaved;
            drop(table);
            if idle {
                self.put_away(room);
            }
        }
    }

    /// Where a game more would be too much, those that nobody watches leave the memory, the longest untouched first.
    fn make_place(&self, newcomer: &Room) -> Answer<()> {
        let newcomers = newcomer.table().plies();
        let _alone = self.tidying.lock().unwrap_or_else(PoisonError::into_inner);
        let mut open: Vec<_> = self.rooms().values().cloned().collect();
        let mut plies: usize = open.iter().map(|room| room.table().plies()).sum();
        let mut count = open.len();
        if count < self.most_open && plies + newcomers <= self.most_plies {
            return Ok(());
        }
        open.retain(|room| room.table().viewers == 0);
        open.sort_by_cached_key(|room| std::cmp::Reverse(room.table().touched));
        // Some more than need be, so that the next one finds place at once.
        while count > self.most_open * 3 / 4 || plies + newcomers > self.most_plies {
            let Some(room) = open.pop() else { break };
            let its = room.table().plies();
            if self.save(&room).is_ok() && self.put_away(room) {
                (count, plies) = (count - 1, plies - its);
            }
        }
        self.clear_disk();
        // A game alone may be as long as it may be.
        let fits = count < self.most_open && (plies + newcomers <= self.most_plies || count == 0);
        if fits { Ok(()) } else { Err(Refusal::busy()) }
    }

    /// Takes a game from the memory if the disk knows all of it and nobody has it in hand: whoever asked for it later would
    /// have another one, and the two would overwrite each other.
    fn put_away(&self, room: Arc<Room>) -> bool {
        let id = room.id.clone();
        drop(room);
        let mut rooms = self.rooms();
        let is_alone = |room: &Arc<Room>| Arc::strong_count(room) == 1 && !room.table().unsaved;
        rooms.get(&id).is_some_and(is_alone) && rooms.remove(&id).is_some()
    }

    /// The files of this ending, the eldest first: what is no plain file would hold up whoever reads it.
    fn files(&self, ending: &str) -> Vec<(SystemTime, PathBuf)> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let mut files: Vec<_> = entries
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|its| its == ending))
            .filter_map(|entry| Some((entry.metadata().ok()?, entry.path())))
            .filter(|(about, _)| about.is_file())
            .filter_map(|(about, path)| Some((about.modified().ok()?, path)))
            .collect();
        files.sort();
        files
    }

    fn clear_disk(&self) {
        let files = self.files("json");
        let open: HashSet<_> = self.rooms().keys().map(|id| self.path(id)).collect();
        for (_, path) in &files[..files.len().saturating_sub(MOST_KEPT)] {
            if !open.contains(path) {
                let _ = std::fs::remove_file(path);
            }
        }
    }

    /// The last games, the newest first.
    pub(crate) fn recent(&self, most: usize) -> Vec<Value> {
        let read = |(touched, path): &(SystemTime, PathBuf)| {
            let saved = Saved::read(&std::fs::read_to_string(path).ok()?).ok()?;
            let since = touched.elapsed().unwrap_or_default().as_secs();
            Some(json!({
                "id": saved.id, "game": saved.request.game, "seats": saved.request.seats,
                "plies": saved.plies.len(), "moves": saved.plies.iter().filter(|ply| ply.s.is_some()).count(), "touched_s": since, "ended": saved.ended,
            }))
        };
        self.files("json").iter().rev().take(most).filter_map(read).collect()
    }
}

/// Of which the names of games are made; those that look alike are left out.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder for some games, and how many there may be.
    fn rooms(name: &str, most_open: usize, most_plies: usize) -> Rooms {
        let folder = std::env::temp_dir().join(format!("plywise-rooms-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Rooms { most_open, most_plies, ..Rooms::new(&folder).unwrap() }
    }

    fn request(moves: &[&str]) -> Request {
        let request = json!({ "game": "othello:size=4", "seats": ["person", "person"], "moves": moves });
        serde_json::from_value(request).unwrap()
    }

    #[test]
    fn a_game_in_hand_stays_the_only_one_of_its_name() {
        let rooms = rooms("hand", 8, 1000);
        let held = rooms.begin(request(&[])).unwrap();
        let left = rooms.begin(request(&[])).unwrap().id.clone();
        (0..20).for_each(|_| drop(rooms.begin(request(&[])).unwrap()));
        assert!(rooms.rooms().len() <= 8 && !rooms.rooms().contains_key(&left), "others make place");
        let mv = held.table().live.moves().remove(0);
        held.table().play(&mv, None).unwrap();
        assert!(Arc::ptr_eq(&held, &rooms.find(&held.id).unwrap()));
        assert_eq!(rooms.find(&left).unwrap().id, left, "it is on disk");
        std::fs::remove_dir_all(&rooms.folder).unwrap();
    }

    #[test]
    fn long_games_take_the_place_of_many() {
        let rooms = rooms("long", 100, 20);
        let moves = {
            let mut live = games::open("othello:size=4").unwrap().live(0, None).unwrap();
            let mut moves = Vec::new();
            while moves.len() < 6 && live.forced_pass().is_none() {
                moves.push(live.moves().remove(0));
                live.play(moves.last().unwrap()).unwrap();
            }
            moves
        };
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let open = || rooms.rooms().values().map(|room| room.table().plies()).sum::<usize>();
        for _ in 0..20 {
            rooms.begin(request(&moves)).unwrap();
            assert!((1..=20).contains(&open()), "{}", open());
        }
        let held: Vec<_> = (0..20).map_while(|_| rooms.begin(request(&moves)).ok()).collect();
        assert!(held.len() < 5 && rooms.begin(request(&moves)).is_err_and(|refusal| refusal.is_busy()));
        std::fs::remove_dir_all(&rooms.folder).unwrap();
    }
}
