//! The folder `/sys/kernel`, in which not even an administrator can create a file.

use std::path::Path;
use std::sync::{Arc, Mutex};

use contract::ErrorCode;
use desk::Project;
use support::{DEVICE, morning, ports};

use super::is;

#[test]
fn a_read_only_folder_is_no_project_and_says_so() {
    let clock = Arc::new(Mutex::new(morning()));
    let ports = ports(&clock, &Arc::default());
    let opened = Project::open(Path::new("/sys/kernel"), DEVICE, ports);
    let fault = opened.map(drop).expect_err("a read-only folder").fault();
    is(&fault, ErrorCode::WriteDenied, "/sys/kernel/memory");
}
