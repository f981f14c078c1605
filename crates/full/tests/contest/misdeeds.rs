//! Players that do what none may.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::{FIRST, Run, checked_by, hand_in, player, run_with_python};
use crate::common::{Folder, answer_of};

/// Players that do what none may, and a word of why they lost for it. The secret is not to be read, nothing to be written.
fn misdeeds(secret: &str, spoilt: &str) -> [(&'static str, String, &'static str); 13] {
    const REFUSED: &str = "PermissionError";
    let beside = "open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'good.py')).read()";
    let locksmith = format!(
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nif libc.syscall(452, -100, {secret:?}.encode(), 0o777, 0): \
         raise OSError(ctypes.get_errno(), 'no rights')"
    );
    [
        ("thief", beside.to_owned(), REFUSED),
        ("spy", format!("open({secret:?}).read()"), REFUSED),
        ("vandal", format!("open({spoilt:?}, 'w').write('x')"), REFUSED),
        ("bomb", "while True: os.fork()".to_owned(), REFUSED),
        ("shell", "import subprocess; subprocess.run(['/bin/true'])".to_owned(), REFUSED),
        (
            "glutton",
            "self.all = []\nwhile True: self.all.append(bytearray(1 << 24))".to_owned(),
            "MemoryError",
        ),
        ("caller", "socket.create_connection(('127.0.0.1', 9), 1)".to_owned(), REFUSED),
        ("killer", "os.kill(os.getppid(), 9)".to_owned(), REFUSED),
        ("quitter", "sys.exit(0)".to_owned(), "SystemExit"),
        ("deserter", "os._exit(0)".to_owned(), "crash: exit status: 0"),
        ("cheat", "return 'z9'".to_owned(), "illegal move: \"z9\""),
        ("marker", "os.setxattr(__file__, 'user.kept', b'1')".to_owned(), REFUSED),
        ("locksmith", locksmith, REFUSED),
    ]
}

/// Tries those of them that `is_tried` picks by why they lost, and one that is good.
fn try_all(folder: &Folder, run: &Run<'_>, is_tried: impl Fn(&str) -> bool) {
    let (secret, spoilt) = (folder.file("secret.txt"), folder.file("spoilt.txt"));
    // Where not all is tried every third is.
    let step = if crate::whole() { 1 } else { 3 };
    let tried = misdeeds(&secret, &spoilt).into_iter().filter(|(_, _, why)| is_tried(why)).step_by(step);
    for (name, _, why) in tried {
        let out = checked_by(run, folder, &format!("{name}.py"), "othello:size=4", 1);
        let lost = out.replace('\n', " ");
        assert!(lost.contains("by forfeit") && lost.contains(why), "{name}: {out}");
    }
    checked_by(run, folder, "good.py", "othello:size=4", 0);
    assert!(!Path::new(&spoilt).exists(), "nothing was written");
}

/// A folder with all of them.
fn bad_company(name: &str) -> Folder {
    let folder = Folder::new(name);
    let (secret, spoilt) = (folder.write("secret.txt", "the exam"), folder.file("spoilt.txt"));
    hand_in(&folder, "good.py", FIRST);
    for (name, body, _) in misdeeds(&secret, &spoilt) {
        hand_in(&folder, &format!("{name}.py"), &player(&body));
    }
    folder
}

#[test]
fn whatever_a_player_does_costs_its_own_games_and_nothing_else() {
    try_all(&bad_company("contest-bad"), &run_with_python, |_| true);
}

/// The walls are the same for whoever may do everything and for whoever may not: where the tests are run by root, they are run by
/// an ordinary user, too, to whom everything belongs; where not all is tried one wall is enough.
#[test]
fn the_walls_hold_for_an_ordinary_user_too() {
    const NOBODY: u32 = 65_534;
    if !nix::unistd::geteuid().is_root() {
        return;
    }
    let folder = bad_company("contest-nobody");
    // Where the program was built others may not look.
    let program = folder.file("plywise-full");
    std::fs::copy(env!("CARGO_BIN_EXE_plywise-full"), &program).unwrap();
    give_away(Path::new(&folder.file("")), NOBODY);
    let run = |args: &[&str]| {
        let mut command = Command::new(&program);
        command.args(args).env("HOME", folder.file("")).env("PLYWISE_PROGRESS", "off").current_dir("/");
        command.uid(NOBODY).gid(NOBODY);
        answer_of(command, b"")
    };
    // Who ends by itself or answers nonsense meets no wall.
    let walls = if crate::whole() { &["PermissionError", "MemoryError"][..] } else { &["MemoryError"] };
    try_all(&folder, &run, |why| walls.contains(&why));
}

/// Makes everything below a path somebody's.
fn give_away(path: &Path, to: u32) {
    std::os::unix::fs::chown(path, Some(to), Some(to)).unwrap();
    if path.is_dir() {
        std::fs::read_dir(path).unwrap().for_each(|entry| give_away(&entry.unwrap().path(), to));
    }
}
