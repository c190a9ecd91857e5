//! Appending lines to a file: the journal, and every other file with one JSON text per line.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use crate::lines::whole_lines;
use crate::tail::{self, SetAside};
use crate::{Disk, Error, Result, Turn};

/// The lock file by which the window and the command line take turns at writing in a folder.
pub(crate) const LOCK: &str = "lock";

/// Appends `lines` to the file `name` in `folder`, and creates a missing file. The folder must exist.
///
/// `Ok` is the acknowledgement: all lines are durable. If a process was killed while it wrote, its torn tail is set
/// aside first, in `set-aside/` beside the file, and `Ok` contains it. After an error none of the lines is in the file.
/// The exception is a disk that also refused the truncation; then whole lines may be there.
///
/// # Errors
/// [`Error::NotOneLine`] before anything is written. Also the errors of writing.
pub fn append_lines(
    disk: &dyn Disk,
    folder: &Path,
    name: &str,
    lines: &[String],
) -> Result<Option<SetAside>> {
    let bytes = whole_lines(&folder.join(name), lines)?;
    let _turn = Turn::take(&folder.join(LOCK))?;
    append(disk, folder, name, &bytes)
}

/// Appends whole lines. The caller holds the lock of `folder`.
pub(crate) fn append(disk: &dyn Disk, folder: &Path, name: &str, bytes: &[u8]) -> Result<Option<SetAside>> {
    let path = folder.join(name);
    let failed = |source| Error::writing(&path, source);
    let mut file = disk.open_for_append(&path).map_err(failed)?;
    let torn = if ends_whole(&mut file).map_err(failed)? {
        None
    } else {
        tail::set_aside(disk, folder, name)?
    };
    let length = file.metadata().map_err(failed)?.len();
    if length == 0 {
        // The folder is synced before the first line. So a file with lines always has a durable name, even if a process
        // was killed between the creation of the file and this sync.
        disk.sync_folder(folder).map_err(failed)?;
    }
    let written = disk.write(&mut file, bytes).and_then(|()| disk.sync(&file));
    if let Err(source) = written {
        // After a failed sync the state of the disk is unknown, so the lines are cut off in any case. If the truncation
        // fails too, the next append or start finds the torn line.
        let _ = disk.truncate(&path, length);
        return Err(failed(source));
    }
    Ok(torn)
}

/// Returns whether a file is empty or ends in a newline.
fn ends_whole(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{FailingDisk, RealDisk};

    const NAME: &str = "outcome.desk-a.jsonl";

    fn lines(numbers: &[u8]) -> Vec<String> {
        numbers
            .iter()
            .map(|number| format!("{{\"n\":{number}}}"))
            .collect()
    }

    #[test]
    fn lines_are_added_behind_those_that_are_there() {
        let folder = tempfile::tempdir().unwrap();
        for numbers in [&[1][..], &[], &[2, 3]] {
            assert_eq!(
                append_lines(&RealDisk, folder.path(), NAME, &lines(numbers)).unwrap(),
                None
            );
        }
        let text = fs::read_to_string(folder.path().join(NAME)).unwrap();
        assert_eq!(text, "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n");
    }

    #[test]
    fn a_torn_end_of_any_length_is_kept_beside_the_file() {
        let whole = "{\"n\":1,\"词\":\"海\"}\n";
        for cut in 1..whole.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(NAME);
            let torn = &whole.as_bytes()[..cut];
            fs::write(&path, [whole.as_bytes(), torn].concat()).unwrap();
            let aside = append_lines(&RealDisk, folder.path(), NAME, &lines(&[2]))
                .unwrap()
                .unwrap();
            assert_eq!(fs::read(aside.path).unwrap(), torn, "{cut}");
            assert_eq!(
                fs::read_to_string(&path).unwrap(),
                format!("{whole}{{\"n\":2}}\n"),
                "{cut}"
            );
        }
    }

    #[test]
    fn a_write_torn_at_any_byte_costs_no_line_that_was_acknowledged() {
        let before = "{\"n\":0}\n";
        let row = [r#"{"词":"海","n":1}"#.to_owned(), r#"{"n":2}"#.to_owned()];
        let written: usize = row.iter().map(|line| line.len() + 1).sum();
        for torn in 0..=written {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(NAME);
            fs::write(&path, before).unwrap();
            let disk = FailingDisk::working().unsynced();
            disk.tear_in(torn);
            append_lines(&disk, folder.path(), NAME, &row).unwrap_err();
            append_lines(&RealDisk, folder.path(), NAME, &lines(&[3])).unwrap();
            // Lines that reached the disk whole stay, and the next line follows them.
            let whole = row.iter().scan(0, |end, line| {
                *end += line.len() + 1;
                Some((*end <= torn).then_some(line.as_str()))
            });
            let expected: Vec<&str> = [r#"{"n":0}"#]
                .into_iter()
                .chain(whole.flatten())
                .chain([r#"{"n":3}"#])
                .collect();
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text.lines().collect::<Vec<_>>(), expected, "{torn}");
        }
    }

    #[test]
    fn what_could_look_torn_is_refused_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        for line in ["", "{", "{}\n", "{}\n{}", "词"] {
            let error = append_lines(&RealDisk, folder.path(), NAME, &[line.to_owned()]).unwrap_err();
            assert!(matches!(error, Error::NotOneLine { .. }), "{line:?}: {error:?}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_failure_at_any_step_leaves_every_acknowledged_line_and_no_torn_one_after_the_next() {
        let disks: [fn(usize) -> FailingDisk; 3] = [
            |call| FailingDisk::at(call).with(io::ErrorKind::ReadOnlyFilesystem),
            |call| FailingDisk::at(call).half_written(),
            |call| FailingDisk::at(call).half_written().from_then_on(),
        ];
        for disk in disks {
            for call in 1.. {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join(NAME);
                fs::write(&path, "{\"n\":0}\n{\"n").unwrap();
                let disk = disk(call);
                let done = append_lines(&disk, folder.path(), NAME, &lines(&[1, 2])).is_ok();
                append_lines(&RealDisk, folder.path(), NAME, &lines(&[3])).unwrap();
                let text = fs::read_to_string(&path).unwrap();
                let mut left = lines(&[0, 1, 2, 3]);
                if !done {
                    // Whole lines may be there or not; a partial line never is.
                    left.retain(|line| text.contains(line));
                }
                assert_eq!(text.lines().collect::<Vec<_>>(), left, "call {call}");
                assert!(left.contains(&lines(&[0])[0]) && left.contains(&lines(&[3])[0]));
                let aside = fs::read_dir(folder.path().join("set-aside")).unwrap();
                assert!(
                    aside
                        .flatten()
                        .any(|entry| fs::read_to_string(entry.path()).unwrap() == "{\"n"),
                    "call {call}"
                );
                if !disk.has_failed() {
                    assert!(done && call > 5, "setting aside and appending are many steps");
                    break;
                }
            }
        }
    }
}
