//! Generates the registry of commands, and embeds the window's configuration, permissions and icons.
//!
//! A command is declared once, by its function in `src/commands`. From the function come the list of registered
//! commands, the descriptions used by tests, and the permissions: one for each file, named after the file.

#![expect(
    clippy::disallowed_methods,
    reason = "a build reads its own sources, and what it makes is made again when it is torn"
)]

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use heck::ToLowerCamelCase as _;
use syn::{Attribute, FnArg, GenericArgument, Item, ItemFn, LitStr, Pat, PatType, PathArguments, Type};

const COMMANDS: &str = "src/commands";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A command as its function declares it.
struct Command {
    /// The name of its file without extension: the last part of its module path and the name of its permission.
    area: String,
    /// The name by which the page calls it.
    name: String,
    function: String,
    arguments: Vec<String>,
    /// The constant of `limits` with the size limit of its arguments.
    room: String,
}

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed={COMMANDS}");
    println!("cargo:rerun-if-changed=build.rs");
    let out = std::env::var("OUT_DIR")?;
    let commands = declared()?;
    write(&format!("{out}/commands.rs"), &registry(&commands)?)?;
    let permissions = format!("{out}/commands.toml");
    write(&permissions, &permissions_of(&commands)?)?;
    // `AppManifest` needs a `&'static str`, and the build ends soon.
    let manifest = tauri_build::AppManifest::new().permissions_path_pattern(permissions.leak());
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))?;
    Ok(())
}

/// Returns all commands of `src/commands`, ordered by file.
fn declared() -> Result<Vec<Command>> {
    let mut files: Vec<_> = fs::read_dir(COMMANDS)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::result::Result<_, _>>()?;
    files.sort();
    let mut commands: Vec<Command> = Vec::new();
    for file in files {
        for command in commands_in(&file).map_err(|error| format!("{}: {error}", file.display()))? {
            if let Some(other) = commands.iter().find(|other| other.name == command.name) {
                return Err(format!("`{}` is declared twice, in `{}` too", command.name, other.area).into());
            }
            commands.push(command);
        }
    }
    Ok(commands)
}

fn commands_in(file: &Path) -> Result<Vec<Command>> {
    let area = file.file_stem().unwrap_or_default().to_string_lossy();
    let source = syn::parse_file(&fs::read_to_string(file)?)?;
    let functions = source.items.iter().filter_map(|item| match item {
        Item::Fn(function) => Some(function),
        _ => None,
    });
    let mut commands = Vec::new();
    for function in functions {
        if let Some(name) = wire_name(&function.attrs)? {
            commands.push(command(&area, name, function)?);
        }
    }
    Ok(commands)
}

/// Returns the name in `#[tauri::command(rename = "…")]`; `None` for a function without that attribute.
fn wire_name(attributes: &[Attribute]) -> Result<Option<String>> {
    let is_command = |attribute: &&Attribute| {
        let path: Vec<String> = attribute
            .path()
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        path == ["tauri", "command"]
    };
    let Some(attribute) = attributes.iter().find(is_command) else {
        return Ok(None);
    };
    let mut name = None;
    attribute.parse_nested_meta(|meta| {
        if !meta.path.is_ident("rename") {
            return Err(meta.error("a command has a name on the wire and nothing else"));
        }
        name = Some(meta.value()?.parse::<LitStr>()?.value());
        Ok(())
    })?;
    Ok(name)
}

fn command(area: &str, name: String, function: &ItemFn) -> Result<Command> {
    let mut arguments = function.sig.inputs.iter();
    let room = arguments.next().and_then(room).ok_or_else(|| {
        format!("`{name}` must take the desk as a `Door`, which says how much may be handed to it")
    })?;
    let arguments = arguments.map(|argument| match argument {
        FnArg::Typed(PatType { pat, .. }) => match &**pat {
            Pat::Ident(argument) => Ok(argument.ident.to_string().to_lower_camel_case()),
            _ => Err(format!("an argument of `{name}` has no name")),
        },
        FnArg::Receiver(_) => Err(format!("`{name}` must be a function")),
    });
    Ok(Command {
        area: area.to_owned(),
        function: function.sig.ident.to_string(),
        arguments: arguments.collect::<std::result::Result<_, _>>()?,
        room,
        name,
    })
}

/// Returns the constant in `Door<'_, ROOM>`, or the smallest limit where none is named; `None` for another type.
fn room(desk: &FnArg) -> Option<String> {
    let FnArg::Typed(desk) = desk else { return None };
    let Type::Path(door) = &*desk.ty else { return None };
    let door = door.path.segments.last().filter(|part| part.ident == "Door")?;
    let PathArguments::AngleBracketed(given) = &door.arguments else {
        return None;
    };
    match given.args.last()? {
        GenericArgument::Type(Type::Path(room)) => room.path.get_ident().map(ToString::to_string),
        _ => Some("FEW".to_owned()),
    }
}

/// Returns the source of the registry in two forms: a list of descriptions, and a macro call with the functions.
fn registry(commands: &[Command]) -> Result<String> {
    let mut known = String::from("/// Every command.\npub const COMMANDS: &[Command] = &[\n");
    let mut collected = String::from(
        "pub(crate) fn every_command<R: tauri::Runtime>() -> tauri_specta::Commands<R> {\n    tauri_specta::collect_commands![\n",
    );
    for Command {
        area,
        name,
        function,
        arguments,
        room,
    } in commands
    {
        let method = function.to_lower_camel_case();
        writeln!(
            known,
            "    Command {{ name: {name:?}, method: {method:?}, arguments: &{arguments:?}, room: crate::limits::{room} }},"
        )?;
        writeln!(collected, "        crate::commands::{area}::{function},")?;
    }
    Ok(format!("{known}];\n\n{collected}    ]\n}}\n"))
}

/// Returns the permissions in TOML: one permission for each file of commands.
fn permissions_of(commands: &[Command]) -> Result<String> {
    let mut text = String::new();
    for area in commands.chunk_by(|one, other| one.area == other.area) {
        let names: Vec<&str> = area.iter().map(|command| command.name.as_str()).collect();
        let Some(Command { area, .. }) = area.first() else {
            continue;
        };
        writeln!(
            text,
            "[[permission]]\nidentifier = {area:?}\ncommands.allow = {names:?}\n"
        )?;
    }
    Ok(text)
}

/// Writes a generated file. An unchanged file is not written, so that nothing is compiled anew.
#[expect(
    clippy::disallowed_methods,
    reason = "what a build makes is made again when it is torn"
)]
fn write(path: &str, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    Ok(fs::write(path, text)?)
}
