//! Every command of the page, as `build.rs` found it in `src/commands`.

/// What is known of a command without calling it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// The name by which the page calls it, such as `desk:file:list`.
    pub name: &'static str,
    /// The method of the page's `Host`, such as `listFiles`.
    pub method: &'static str,
    /// The names of its arguments, in order.
    pub arguments: &'static [&'static str],
    /// How much it may be handed, in bytes.
    pub room: usize,
}

include!(concat!(env!("OUT_DIR"), "/commands.rs"));
