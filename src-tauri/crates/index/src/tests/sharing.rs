use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Barrier;
use std::thread;

use rusqlite::Connection;

use super::{Home, episode, put, rule};
use crate::{Condition, Error, Index};

#[test]
fn a_snapshot_keeps_its_moment_and_stops_nobody() {
    let home = Home::new();
    let index = home.index();
    index.write(|writer| put(writer, &episode("e1", 0), 1)).unwrap();

    let before = index.snapshot().unwrap();
    // If the snapshot held a lock, this write would wait for ever.
    index
        .write(|writer| {
            put(writer, &episode("e2", 1), 2)?;
            let during = index.snapshot()?;
            assert_eq!(
                during.episode_count()?,
                1,
                "a snapshot sees what is not committed"
            );
            assert_eq!(writer.episode_count()?, 2, "a writer does not see what it wrote");
            Ok(())
        })
        .unwrap();
    assert_eq!(before.episode_count().unwrap(), 1);
    assert_eq!(before.episode("e2").unwrap(), None);
    assert_eq!(index.snapshot().unwrap().episode_count().unwrap(), 2);
}

#[test]
fn a_snapshot_cannot_write() {
    let home = Home::new();
    let index = home.index();
    let view = index.snapshot().unwrap();
    view.connection.execute("DELETE FROM episode", []).unwrap_err();
}

#[test]
fn work_that_fails_or_panics_leaves_nothing_and_the_index_goes_on() {
    let home = Home::new();
    let index = home.index();
    let failed = index.write(|writer| {
        put(writer, &episode("e1", 0), 1)?;
        Err::<(), _>(Error::Busy { path: home.path() })
    });
    assert!(matches!(failed, Err(Error::Busy { .. })), "{failed:?}");
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        index.write(|writer| -> crate::Result<()> {
            put(writer, &episode("e2", 0), 1)?;
            panic!("a defect in the caller")
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(index.snapshot().unwrap().episode_count().unwrap(), 0);
    index.write(|writer| put(writer, &episode("e3", 0), 1)).unwrap();
    assert_eq!(index.snapshot().unwrap().episode_count().unwrap(), 1);
}

#[test]
fn two_programs_write_one_index_and_both_see_everything() {
    let home = Home::new();
    let (window, command_line) = (home.index(), home.index());
    let together = Barrier::new(2);
    thread::scope(|scope| {
        for (name, index) in [("window", &window), ("命令行", &command_line)] {
            let together = &together;
            scope.spawn(move || {
                together.wait();
                for n in 0..50 {
                    index
                        .write(|writer| put(writer, &episode(&format!("{name}{n}"), n), 1))
                        .unwrap();
                }
            });
        }
    });
    for index in [&window, &command_line] {
        assert_eq!(index.snapshot().unwrap().episode_count().unwrap(), 100);
    }
}

#[test]
fn programs_that_start_together_make_one_index() {
    let home = Home::new();
    let together = Barrier::new(8);
    let indexes: Vec<Index> = thread::scope(|scope| {
        let starts: Vec<_> = (0..8)
            .map(|n| {
                let (home, together) = (&home, &together);
                scope.spawn(move || {
                    together.wait();
                    let (index, condition) = home.open();
                    assert!(!matches!(condition, Condition::Damaged { .. }), "{condition:?}");
                    index
                        .write(|writer| writer.put_rule(&rule(&format!("r{n}"), "偏好短句")))
                        .unwrap();
                    index
                })
            })
            .collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    for index in &indexes {
        assert_eq!(index.snapshot().unwrap().rules().unwrap().len(), 8);
    }
}

#[test]
fn a_usable_index_opens_while_another_program_writes() {
    let home = Home::new();
    let window = home.index();
    let condition = window.write(|_| Ok(home.open().1)).unwrap();
    assert_eq!(condition, Condition::Usable);
}

#[test]
fn a_program_that_never_lets_go_is_reported_as_busy() {
    let home = Home::new();
    let index = home.index();
    index
        .writer
        .lock()
        .unwrap()
        .connection
        .busy_timeout(std::time::Duration::ZERO)
        .unwrap();
    let other = Connection::open(home.path()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = index.write(|_| Ok(()));
    assert!(matches!(refused, Err(Error::Busy { .. })), "{refused:?}");
    other.execute_batch("COMMIT").unwrap();
    index.write(|_| Ok(())).unwrap();
}

#[cfg(unix)]
#[test]
fn an_index_deleted_under_its_writers_is_made_anew_once_and_shared_again() {
    let home = Home::new();
    let (window, command_line) = (home.index(), home.index());
    window.write(|writer| put(writer, &episode("e1", 0), 1)).unwrap();
    std::fs::remove_dir_all(home.path().parent().unwrap()).unwrap();

    // Data read from the old file must not be continued in the new file.
    let error = window
        .write(|writer| put(writer, &episode("e2", 1), 2))
        .unwrap_err();
    assert!(matches!(error, Error::Replaced { .. }), "{error:?}");
    assert_eq!(window.snapshot().unwrap().episode_count().unwrap(), 0);
    window.write(|writer| put(writer, &episode("e3", 2), 3)).unwrap();

    // The second program finds the file of the first, and neither removes the log of the other.
    assert_eq!(command_line.snapshot().unwrap().episode_count().unwrap(), 1);
    command_line
        .write(|writer| put(writer, &episode("e4", 3), 4))
        .unwrap();
    drop(command_line);
    window.write(|writer| put(writer, &episode("e5", 4), 5)).unwrap();
    assert_eq!(window.snapshot().unwrap().episode_count().unwrap(), 3);
    assert_eq!(home.open().1, Condition::Usable);
}

#[cfg(unix)]
#[test]
fn no_folder_is_made_where_more_than_the_index_is_gone() {
    let home = Home::new();
    let (index, folder) = (home.index(), home.folder.path().to_owned());
    let away = folder.with_extension("away");
    std::fs::rename(&folder, &away).unwrap();
    let gone = index.snapshot().err().unwrap();
    assert!(
        matches!(gone, Error::File(vault::Error::NotFound { .. })),
        "{gone:?}"
    );
    assert!(!folder.exists());
    std::fs::rename(&away, &folder).unwrap();
    index.write(|writer| put(writer, &episode("e1", 0), 1)).unwrap();
    assert_eq!(index.snapshot().unwrap().episode_count().unwrap(), 1);
}
