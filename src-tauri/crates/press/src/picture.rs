//! Pictures, as every format can show them.

/// A picture, as its file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What kind of file it is.
    pub kind: PictureKind,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The kinds of picture every format can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF.
    Gif,
}

impl PictureKind {
    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
        }
    }

    /// Returns the ending of a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
        }
    }
}

impl Picture {
    /// Reads the kind and the size of a picture from its first bytes; `None` for a file that is no PNG, JPEG or GIF.
    /// The name of the file does not count. An SVG may hold a script, and has no place in a book under any name.
    pub fn of(bytes: Vec<u8>) -> Option<Self> {
        let kind = match imagesize::image_type(&bytes).ok()? {
            imagesize::ImageType::Png => PictureKind::Png,
            imagesize::ImageType::Jpeg => PictureKind::Jpeg,
            imagesize::ImageType::Gif => PictureKind::Gif,
            _ => return None,
        };
        let size = imagesize::blob_size(&bytes).ok()?;
        let (width, height) = (u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?);
        (width > 0 && height > 0).then_some(Self {
            kind,
            width,
            height,
            bytes,
        })
    }
}
