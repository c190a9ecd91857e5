//! The folder `/sys/kernel`, in which not even an administrator can create a file.

use std::path::Path;
use std::sync::{Arc, Mutex};

use contract::{Access, NoticeKind};
use desk::Project;
use support::{DEVICE, morning, ports};

#[test]
fn a_folder_that_takes_no_file_opens_for_reading_and_says_so() {
    let clock = Arc::new(Mutex::new(morning()));
    let ports = ports(&clock, &Arc::default());
    let project = Project::open(Path::new("/sys/kernel"), DEVICE, ports).expect("a project for reading");
    let view = project.view().expect("a view");
    assert_eq!(view.access, Access::ReadOnly);
    let notice = view
        .notices
        .iter()
        .find(|notice| notice.kind == NoticeKind::MemoryReadOnly);
    assert_eq!(notice.expect("a notice").path, "memory");
}
