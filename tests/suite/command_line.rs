//! The committed page about the command line matches the help of the program.

use std::path::Path;

use clap_markdown::{MarkdownOptions, help_markdown_command_custom};

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/docs/command-line.md");

#[test]
fn the_committed_page_is_the_help_of_the_program() {
    let options = MarkdownOptions::new()
        .title("The command line".to_owned())
        .show_footer(false);
    // The usage of a single command is made without the global arguments, so a conflict with a global argument must be
    // removed first.
    let commands = cli::commands().mut_subcommand("observe", |observe| {
        observe.mut_arg("markdown", |markdown| {
            markdown.conflicts_with(clap::builder::Resettable::Reset)
        })
    });
    let fresh = help_markdown_command_custom(&commands, &options);
    if std::env::var_os("COMMONPLACE_WRITE_COMMAND_LINE").is_some() {
        vault::write_atomic(&vault::RealDisk, Path::new(COMMITTED), fresh.as_bytes())
            .expect("the folder of the documents");
    }
    let committed = std::fs::read_to_string(COMMITTED).unwrap_or_default();
    assert!(
        committed == fresh,
        "the page is stale; run `cargo xtask command-line`"
    );
}
