//! A host of our own: it loads the library from its file and calls it with the layouts that the interface documents, which it
//! knows without the library's help.

#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::ffi::{CStr, CString, c_char, c_double, c_int};
use std::ptr;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use libloading::Library;

pub(crate) const WHITE: c_int = 1;
pub(crate) const BLACK: c_int = 2;
pub(crate) const DRAW: c_int = 0;
pub(crate) const WIN: c_int = 1;
pub(crate) const LOSS: c_int = 2;
pub(crate) const UNKNOWN: c_int = 3;

pub(crate) type Cells = [[c_int; 8]; 8];

/// Numbers in the order of the interface's `struct CBmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Record {
    pub(crate) jumps: c_int,
    pub(crate) new_piece: c_int,
    pub(crate) old_piece: c_int,
    pub(crate) from: [c_int; 2],
    pub(crate) to: [c_int; 2],
    pub(crate) path: [[c_int; 2]; 12],
    pub(crate) del: [[c_int; 2]; 12],
    pub(crate) del_piece: [c_int; 12],
}

const EMPTY: Record = Record {
    jumps: -1,
    new_piece: 0,
    old_piece: 0,
    from: [0; 2],
    to: [0; 2],
    path: [[0; 2]; 12],
    del: [[0; 2]; 12],
    del_piece: [0; 12],
};

type GetMove = unsafe extern "system" fn(
    *mut Cells,
    c_int,
    c_double,
    *mut c_char,
    *mut c_int,
    c_int,
    c_int,
    *mut Record,
) -> c_int;
type Command = unsafe extern "system" fn(*const c_char, *mut c_char) -> c_int;

/// What is set in the library is set for all who loaded it: one test at a time.
pub(crate) struct Host {
    get_move: GetMove,
    command: Command,
    _turn: MutexGuard<'static, ()>,
}

/// A question's arguments.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) cells: Cells,
    pub(crate) color: c_int,
    pub(crate) maxtime: f64,
    pub(crate) info: c_int,
    pub(crate) moreinfo: c_int,
    pub(crate) play_now: c_int,
}

#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) result: c_int,
    pub(crate) text: String,
    pub(crate) cells: Cells,
    pub(crate) record: Record,
}

impl Asked {
    pub(crate) fn at(cells: Cells, color: c_int, maxtime: f64) -> Self {
        Self { cells, color, maxtime, info: 0, moreinfo: 0, play_now: 0 }
    }
}

/// Memory that both sides of the interface write.
struct Shared<T>(UnsafeCell<T>);

// SAFETY: whoever shares it reads and writes single numbers, volatile, as the interface has it.
unsafe impl<T> Sync for Shared<T> {}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        // Beside the tests, which need it to be built.
        let tests = std::env::current_exe().expect("a program");
        let name = libloading::library_filename("plywise_checkerboard");
        let path = tests.with_file_name(name);
        // SAFETY: it is our own, and does nothing when it is loaded.
        unsafe { Library::new(&path) }.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    })
}

impl Host {
    /// The library with its settings as they are at first.
    pub(crate) fn new() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: both have these types.
        let (get_move, command) = unsafe {
            let get_move = *library().get::<GetMove>(b"getmove\0").expect("getmove");
            (get_move, *library().get::<Command>(b"enginecommand\0").expect("enginecommand"))
        };
        let host = Self { get_move, command, _turn: turn };
        for set in ["hashsize 8", "searchthreads 1", "max_dbpieces 4", "enable_wld 1", "gamehist"] {
            assert_eq!(host.command(&format!("set {set}")).0, 1, "{set}");
        }
        host
    }

    pub(crate) fn command(&self, command: &str) -> (c_int, String) {
        let command = CString::new(command).expect("no zero");
        let mut reply = [-1; 1024];
        // SAFETY: a text that a zero ends, and the room that is wanted.
        let done = unsafe { (self.command)(command.as_ptr(), reply.as_mut_ptr()) };
        (done, text(&reply))
    }

    pub(crate) fn ask(&self, asked: Asked) -> Told {
        self.ask_and(asked, false)
    }

    /// Asks without an end, and wants the move as soon as the status bar shows something.
    pub(crate) fn ask_until_told(&self, asked: Asked) -> Told {
        self.ask_and(asked, true)
    }

    fn ask_and(&self, mut asked: Asked, interrupts: bool) -> Told {
        let play_now = Shared(UnsafeCell::new(asked.play_now));
        let bar = Shared(UnsafeCell::new([0; 1024]));
        let mut record = EMPTY;
        let (play_now, bar) = (&play_now, &bar);
        let result = std::thread::scope(|scope| {
            if interrupts {
                scope.spawn(move || {
                    // SAFETY: both outlive the scope.
                    unsafe {
                        while bar.0.get().cast::<c_char>().read_volatile() == 0 {
                            std::thread::yield_now();
                        }
                        play_now.0.get().write_volatile(1);
                    }
                });
            }
            // SAFETY: everything is there until the call returns and as large as the interface wants it.
            unsafe {
                (self.get_move)(
                    &raw mut asked.cells,
                    asked.color,
                    asked.maxtime,
                    bar.0.get().cast(),
                    play_now.0.get(),
                    asked.info,
                    asked.moreinfo,
                    &raw mut record,
                )
            }
        });
        // SAFETY: nobody else writes any more.
        let text = text(unsafe { &*bar.0.get() });
        Told { result, text, cells: asked.cells, record }
    }

    /// Calls with nothing behind the pointers.
    pub(crate) fn ask_nothing(&self, cells: Option<&mut Cells>) -> c_int {
        let cells = cells.map_or(ptr::null_mut(), ptr::from_mut);
        let (bar, play_now, record) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the interface allows null here.
        unsafe { (self.get_move)(cells, BLACK, 0.01, bar, play_now, 0, 0, record) }
    }

    pub(crate) fn command_nothing(&self) -> c_int {
        // SAFETY: the interface allows null here.
        unsafe { (self.command)(ptr::null(), ptr::null_mut()) }
    }
}

fn text(room: &[c_char]) -> String {
    let bytes: Vec<u8> = room.iter().map(|&c| c as u8).collect();
    CStr::from_bytes_until_nul(&bytes).expect("a zero").to_str().expect("UTF-8").to_owned()
}
