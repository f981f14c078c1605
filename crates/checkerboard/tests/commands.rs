//! What the library answers to commands.

use crate::host::Host;

#[test]
fn commands_are_carried_out_or_refused_with_a_reason() {
    let host = Host::new();
    for (command, done, reply) in [
        ("get protocolversion", 1, "2"),
        ("get gametype", 1, "21"),
        ("get hashsize", 1, "8"),
        ("set hashsize 16", 1, "hashsize is 16"),
        ("get hashsize", 1, "16"),
        ("set hashsize 0", 0, "hashsize is a whole number from 1 to 65536, not \"0\""),
        ("set hashsize much", 0, "hashsize is a whole number from 1 to 65536, not \"much\""),
        ("get hashsize", 1, "16"),
        ("set searchthreads 2", 1, "searchthreads is 2"),
        ("get searchthreads", 1, "2"),
        ("set enable_wld 0", 1, "enable_wld is 0"),
        ("get enable_wld", 1, "0"),
        ("set enable_wld 2", 0, "enable_wld is a whole number from 0 to 1, not \"2\""),
        ("set max_dbpieces 3", 1, "max_dbpieces is 3"),
        ("get max_dbpieces", 1, "3"),
        ("get book", 1, "0"),
        ("set book 0", 1, "book is 0"),
        ("set book 3", 0, "there is no book; 0 is what can be set"),
        ("set allscores 1", 0, "?"),
        ("get allscores", 0, "?"),
        ("fly", 0, "?"),
        ("", 0, "?"),
        ("get", 0, "?"),
        ("set", 0, "?"),
    ] {
        assert_eq!(host.command(command), (done, reply.to_owned()), "{command}");
    }
    let (done, name) = host.command("name");
    assert!(done == 1 && name.starts_with("plywise "), "{name}");
    let (done, about) = host.command("about");
    assert!(done == 1 && about.contains("champion") && about.lines().count() == 3, "{about}");
    assert_eq!(host.command_nothing(), 0);
}

#[test]
fn the_folder_of_databases_is_told_and_no_other_is_taken() {
    let host = Host::new();
    let (done, folder) = host.command("get dbpath");
    assert_eq!(done, 1);
    assert_eq!(host.command(&format!("set dbpath {folder}")).0, 1);
    assert_eq!(host.command("set dbpath /nowhere"), (0, format!("databases are looked for in {folder}")));
}

#[test]
fn positions_are_valued_for_the_side_to_move() {
    let host = Host::new();
    let value = |fen: &str| {
        let (done, text) = host.command(&format!("staticevaluation {fen}"));
        assert_eq!(done, 1, "{text}");
        text.strip_prefix("eval ").expect(&text).parse::<f64>().expect("a number")
    };
    // Twelve men against nine.
    let fen = "W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9";
    assert!(value(&format!("W:{fen}")) > 1.0 && value(&format!("B:{fen}")) < -1.0);
    let (done, why) = host.command("staticevaluation B:W33:B1");
    assert!(done == 0 && why.contains("33"), "{why}");
}

/// A command may hold anything, also more than its answer has room for.
#[test]
fn nothing_that_is_said_breaks_anything() {
    let host = Host::new();
    for start in ["", "get ", "set ", "set gamehist ", "set hashsize ", "set dbpath ", "staticevaluation "] {
        for rest in ["\u{1}\u{7f}ä€𝄞".repeat(1_000), "9".repeat(40_000), " ".repeat(5_000), "B:W:B".into()]
        {
            let (done, reply) = host.command(&format!("{start}{rest}"));
            assert!(matches!(done, 0 | 1) && reply.len() < 1024, "{start}: {done} {reply}");
        }
    }
    assert_eq!(host.command("get gametype"), (1, "21".into()));
}
