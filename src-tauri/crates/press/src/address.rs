//! The targets of links and pictures.

/// Returns whether a link target is a web or mail address, the only targets allowed in a book.
pub(crate) fn is_address(to: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| {
        to.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// Returns the path of a picture relative to the project; `None` for a picture outside the project.
pub(crate) fn path_from(folder: &str, to: &str) -> Option<String> {
    let to = percent_decoded(to.split(['?', '#']).next()?)?.replace('\\', "/");
    if to.is_empty() || to.starts_with('/') || to.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in to.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = (first == b'%')
            .then(|| {
                std::str::from_utf8(behind.get(..2)?)
                    .ok()
                    .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            })
            .flatten();
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).ok()
}
