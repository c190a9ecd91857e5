use std::fs;
use std::path::Path;

use rusqlite::Connection;

use super::{Home, episode, minute, put};
use crate::{Condition, Error, Index, open};

/// Creates a database outside the index, with an empty log.
fn make_database(path: &Path, sql: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

fn fill(index: &Index) {
    let episodes: Vec<_> = (0..50).map(|n| episode(&format!("e{n:02}"), n)).collect();
    index
        .write(|writer| episodes.iter().zip(1..).try_for_each(|(e, n)| put(writer, e, n)))
        .unwrap();
}

#[test]
fn what_was_written_is_there_after_a_restart() {
    let home = Home::new();
    let (index, condition) = home.open();
    assert_eq!(condition, Condition::Fresh);
    fill(&index);
    drop(index);

    let (index, condition) = home.open();
    assert_eq!(condition, Condition::Usable);
    assert_eq!(index.snapshot().unwrap().episode_count().unwrap(), 50);
}

#[test]
fn an_empty_file_is_a_fresh_index() {
    let home = Home::new();
    fs::create_dir_all(home.path().parent().unwrap()).unwrap();
    fs::write(home.path(), "").unwrap();
    assert_eq!(home.open().1, Condition::Fresh);
}

#[test]
fn what_is_not_a_whole_index_is_moved_aside_unchanged() {
    let whole = {
        let home = Home::new();
        fill(&home.index());
        fs::read(home.path()).unwrap()
    };
    let mut overwritten = whole.clone();
    overwritten[4096..].fill(b'x');
    let cases = [
        ("zeros", vec![0; 8192]),
        (
            "garbage",
            "这不是数据库 but a note the writer left here"
                .repeat(500)
                .into_bytes(),
        ),
        ("cut in the middle", whole[..whole.len() / 2].to_vec()),
        ("cut inside the first page", whole[..1000].to_vec()),
        ("overwritten behind the first page", overwritten),
    ];
    for (name, bytes) in cases {
        let home = Home::new();
        fs::create_dir_all(home.path().parent().unwrap()).unwrap();
        fs::write(home.path(), &bytes).unwrap();

        let (index, condition) = home.open();
        let Condition::Damaged { moved_to } = condition else {
            panic!("{name}: {condition:?}")
        };
        assert_eq!(
            moved_to.file_name().unwrap(),
            "index.db.damaged-20261118T110640123Z",
            "{name}"
        );
        assert!(
            fs::read(&moved_to).unwrap() == bytes,
            "{name}: the moved file is not the one that was there"
        );
        assert_eq!(index.snapshot().unwrap().episode_count().unwrap(), 0, "{name}");
        fill(&index);
        drop(index);
        assert_eq!(home.open().1, Condition::Usable, "{name}");
    }
}

#[test]
fn a_folder_in_the_way_is_moved_aside_with_what_it_holds() {
    let home = Home::new();
    fs::create_dir_all(home.path()).unwrap();
    fs::write(home.path().join("第一章.md"), "雨停了。").unwrap();

    let Condition::Damaged { moved_to } = home.open().1 else {
        panic!("the folder was taken for an index")
    };
    assert_eq!(
        fs::read_to_string(moved_to.join("第一章.md")).unwrap(),
        "雨停了。"
    );
}

#[test]
fn another_programs_database_is_moved_aside_and_not_emptied() {
    for sql in [
        "CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('soup');",
        "CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('soup');
         PRAGMA application_id = 77; PRAGMA user_version = 1;",
    ] {
        let home = Home::new();
        make_database(&home.path(), sql);
        let Condition::Damaged { moved_to } = home.open().1 else {
            panic!("taken for an index: {sql}")
        };
        let name: String = Connection::open(moved_to)
            .unwrap()
            .query_row("SELECT name FROM recipe", [], |row| row.get(0))
            .unwrap();
        assert_eq!(name, "soup");
    }
}

#[test]
fn an_index_of_another_schema_is_emptied() {
    for version in [open::VERSION - 1, open::VERSION + 1] {
        let home = Home::new();
        // Two tables with a foreign key between them. One has the name of a table in the present schema.
        make_database(
            &home.path(),
            &format!(
                "PRAGMA application_id = {}; PRAGMA user_version = {version};
                 CREATE TABLE episode (key TEXT PRIMARY KEY);
                 CREATE TABLE \"from the future\" (episode TEXT REFERENCES episode (key));
                 INSERT INTO episode VALUES ('a'); INSERT INTO \"from the future\" VALUES ('a');",
                open::APPLICATION_ID
            ),
        );
        let (index, condition) = home.open();
        assert_eq!(condition, Condition::Outdated, "{version}");
        fill(&index);
        drop(index);
        let tables: u32 = Connection::open(home.path())
            .unwrap()
            .query_row(
                "SELECT count(*) FROM sqlite_schema WHERE name = 'from the future'",
                [],
                |r| r.get(0),
            )
            .unwrap();
        assert_eq!(tables, 0);
        assert_eq!(home.open().1, Condition::Usable, "{version}");
    }
}

#[test]
fn the_log_of_a_lost_database_is_not_played_into_the_next_one() {
    for lost in ["removed", "overwritten with zeros"] {
        let home = Home::new();
        drop(home.index());
        // The log then contains only the pages of this session, which are not a complete database.
        let index = home.index();
        fill(&index);
        let log = home.path().with_file_name("index.db-wal");
        let kept = fs::read(&log).unwrap();
        drop(index);

        if lost == "removed" {
            fs::remove_file(home.path()).unwrap();
        } else {
            fs::write(home.path(), vec![0; 65_536]).unwrap();
        }
        fs::write(&log, &kept).unwrap();
        let (index, condition) = home.open();
        assert_ne!(condition, Condition::Usable, "{lost}");
        assert_eq!(index.snapshot().unwrap().episode_count().unwrap(), 0, "{lost}");
        drop(index);
        assert_eq!(home.open().1, Condition::Usable, "{lost}");
    }
}

#[test]
fn a_program_that_still_has_the_damaged_file_open_does_not_disturb_the_next_index() {
    let home = Home::new();
    let old = home.index();
    fill(&old);
    // Moves all pages from the log into the file; otherwise the log would repair the damage.
    let folded = old
        .writer
        .lock()
        .unwrap()
        .connection
        .execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    folded.unwrap();
    fs::write(home.path(), vec![0; 65_536]).unwrap();

    let (index, condition) = home.open();
    let Condition::Damaged { moved_to } = condition else {
        panic!("{condition:?}")
    };
    assert!(
        moved_to
            .with_file_name("index.db.damaged-20261118T110640123Z-wal")
            .exists()
    );
    fill(&index);
    let _ = old.write(|writer| put(writer, &episode("late", 0), 1));
    drop(old);
    assert_eq!(index.snapshot().unwrap().episode_count().unwrap(), 50);
    drop(index);
    assert_eq!(home.open().1, Condition::Usable);
}

#[test]
fn a_file_in_place_of_the_folder_is_an_error_that_says_what_to_do() {
    let home = Home::new();
    fs::write(home.folder.path().join("index"), "a note").unwrap();
    let error = Index::open(&home.path(), minute(0)).err().unwrap();
    let Error::File(source @ vault::Error::NotAFolder { .. }) = &error else {
        panic!("{error:?}");
    };
    assert_eq!(Some(source.path()), home.path().parent());
    assert!(
        error.to_string().contains("move the file that is in its place"),
        "{error}"
    );
}

#[test]
fn a_row_that_cannot_be_read_is_reported_without_what_it_holds() {
    let home = Home::new();
    let index = home.index();
    fill(&index);
    Connection::open(home.path())
        .unwrap()
        .execute(
            "UPDATE episode SET body = json_object('id', 'e', 'scene_type', '她的秘密')",
            [],
        )
        .unwrap();
    let error = index.snapshot().unwrap().episode("e00").unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
    assert!(error.to_string().contains("rebuilt from the journal"), "{error}");
    assert!(!format!("{error:?}").contains("她的秘密"), "{error:?}");
}
