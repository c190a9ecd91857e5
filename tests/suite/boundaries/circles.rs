//! Finds the modules of a crate that use each other in a cycle, from the sources of the crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, iter};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use walkdir::WalkDir;

/// The path of a module in its crate; empty for the root of the crate.
type Module = Vec<String>;

/// The modules of a crate, each with the modules that its sources name. Test code is left out, because tests may use
/// any module.
pub struct Modules {
    uses: BTreeMap<Module, BTreeSet<Module>>,
}

impl Modules {
    /// Reads the sources of a crate. Each entry is the path of a file below `src`, and its text.
    pub fn of(files: &[(String, String)]) -> Self {
        let sources: BTreeMap<Module, Vec<TokenTree>> = files
            .iter()
            .filter(|(path, _)| !path.split(['/', '.']).any(|part| part == "tests"))
            .map(|(path, text)| {
                let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
                (module(path), without_tests(tokens))
            })
            .collect();
        let exported = exported(&sources);
        let mut uses = BTreeMap::new();
        for (name, tokens) in sources.iter().filter(|(name, _)| !name.is_empty()) {
            let mut paths = Vec::new();
            named(name, tokens, &sources, &mut paths);
            let of_one = paths.into_iter().map(|path| {
                let path = match path.first().and_then(|first| exported.get(first)) {
                    Some(origin) => origin.clone(),
                    None => path,
                };
                longest(&path, &sources)
            });
            let of_one = of_one.filter(|used| used != name && !used.is_empty());
            uses.insert(name.clone(), of_one.collect());
        }
        Self { uses }
    }

    /// Returns the groups of modules in which each module uses each other one, directly or indirectly. The groups are
    /// sorted by name.
    pub fn circles(&self) -> Vec<Vec<String>> {
        let reached: BTreeMap<&Module, BTreeSet<&Module>> = self
            .uses
            .keys()
            .map(|module| (module, self.reached(module)))
            .collect();
        let mut circles = BTreeSet::new();
        for (module, reaches) in &reached {
            let back = |other: &&&Module| reached.get(**other).is_some_and(|from| from.contains(module));
            let circle: Vec<String> = reaches
                .iter()
                .filter(back)
                .map(|other| other.join("::"))
                .collect();
            if circle.len() > 1 {
                circles.insert(circle);
            }
        }
        circles.into_iter().collect()
    }

    fn reached<'a>(&'a self, from: &'a Module) -> BTreeSet<&'a Module> {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&Module> = self.uses[from].iter().collect();
        while let Some(module) = next.pop() {
            if reached.insert(module) {
                next.extend(self.uses.get(module).into_iter().flatten());
            }
        }
        reached
    }
}

/// Returns each source file of a crate: its path below `src`, and its text.
pub fn sources(src: &Path) -> Vec<(String, String)> {
    let files = WalkDir::new(src)
        .into_iter()
        .map(|entry| entry.expect("a folder that can be listed"));
    let sources = files.filter(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "rs")
    });
    sources
        .map(|entry| {
            let path = entry.path().strip_prefix(src).expect("a path below src");
            let text = fs::read_to_string(entry.path()).expect("a source file");
            (path.to_string_lossy().replace('\\', "/"), text)
        })
        .collect()
}

fn module(path: &str) -> Module {
    let mut parts: Module = path
        .trim_end_matches(".rs")
        .split('/')
        .map(str::to_owned)
        .collect();
    if parts.last().is_some_and(|last| last == "lib" || last == "mod") {
        parts.pop();
    }
    parts
}

/// Returns the tokens without the items that are marked as test code.
fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        let is_test = matches!(&token, TokenTree::Group(group) if group.stream().to_string() == "cfg (test)");
        if is_test {
            kept.pop();
            // An item ends with its body or with a semicolon.
            tokens.by_ref().find(|token| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                TokenTree::Punct(mark) => mark.as_char() == ';',
                _ => false,
            });
            continue;
        }
        kept.push(token);
    }
    kept
}

/// Returns the names that the root of the crate exports, each with its path inside the crate.
fn exported(sources: &BTreeMap<Module, Vec<TokenTree>>) -> BTreeMap<String, Module> {
    let root = Module::new();
    let mut paths = Vec::new();
    named(
        &root,
        sources.get(&root).map_or(&[], Vec::as_slice),
        sources,
        &mut paths,
    );
    let mut exported = BTreeMap::new();
    for path in paths {
        // A path that ends with a module comes from a glob import (`module::*`).
        let items = sources.get(&path).map_or_else(Vec::new, |tokens| public(tokens));
        exported.extend(items.into_iter().map(|item| {
            let inside = path.iter().cloned().chain([item.clone()]).collect();
            (item, inside)
        }));
        if let (true, Some(last)) = (path.len() > 1, path.last()) {
            exported.insert(last.clone(), path);
        }
    }
    exported
}

/// Returns the names of the public items of a module.
fn public(tokens: &[TokenTree]) -> Vec<String> {
    const KINDS: [&str; 6] = ["struct", "enum", "type", "trait", "fn", "const"];
    let named = tokens.windows(3).filter_map(|three| match three {
        [
            TokenTree::Ident(public),
            TokenTree::Ident(kind),
            TokenTree::Ident(name),
        ] => {
            let is_item = public == "pub" && KINDS.iter().any(|known| kind == known);
            is_item.then(|| name.to_string())
        }
        _ => None,
    });
    named.collect()
}

/// Adds the paths of the crate that the tokens of a module name, as absolute paths from the root of the crate.
fn named(
    module: &Module,
    tokens: &[TokenTree],
    sources: &BTreeMap<Module, Vec<TokenTree>>,
    paths: &mut Vec<Module>,
) {
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                named(module, &inside, sources, paths);
            }
            TokenTree::Ident(word) if !follows_a_path(&tokens[..at]) && leads_on(&tokens[at + 1..]) => {
                let word = word.to_string();
                let mut child = module.clone();
                child.push(word.clone());
                let start = match word.as_str() {
                    "crate" => Some(Module::new()),
                    "self" => Some(module.clone()),
                    "super" => Some(module[..module.len().saturating_sub(1)].to_vec()),
                    _ => sources.contains_key(&child).then_some(child),
                };
                if let Some(start) = start {
                    tree(start, &tokens[at + 3..], paths);
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Adds the paths of a tree such as `document::{Document, item::Item}`, which begins below `start`.
fn tree(start: Module, tokens: &[TokenTree], paths: &mut Vec<Module>) {
    match tokens.first() {
        Some(TokenTree::Ident(word)) => {
            let mut path = start;
            if word == "super" {
                path.pop();
            } else if word != "self" {
                path.push(word.to_string());
            }
            if leads_on(&tokens[1..]) {
                tree(path, &tokens[3..], paths);
            } else {
                paths.push(path);
            }
        }
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let is_comma =
                |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
            // The branch after a trailing comma is empty.
            for branch in inside.split(is_comma).filter(|branch| !branch.is_empty()) {
                tree(start.clone(), branch, paths);
            }
        }
        // A glob (`*`), or the `<` of `Vec::<u8>`.
        _ => paths.push(start),
    }
}

/// Returns whether the tokens start with `::` and go on after it.
fn leads_on(tokens: &[TokenTree]) -> bool {
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    is_colon(0) && is_colon(1) && tokens.len() > 2
}

fn follows_a_path(tokens: &[TokenTree]) -> bool {
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
    matches!(tokens, [.., a, b] if is_colon(a) && is_colon(b))
}

/// Returns the module of a path: the longest prefix of the path that is a module.
fn longest(path: &Module, sources: &BTreeMap<Module, Vec<TokenTree>>) -> Module {
    let shorter = iter::successors(Some(path.as_slice()), |path| {
        path.split_last().map(|(_, rest)| rest)
    });
    let mut known = shorter.filter(|path| sources.contains_key(*path));
    known.next().map(<[String]>::to_vec).unwrap_or_default()
}
