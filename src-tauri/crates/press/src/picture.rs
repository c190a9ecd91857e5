//! Pictures in formats that all output formats can show.

/// A picture as read from its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its file format.
    pub kind: PictureKind,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The picture formats that all output formats can show.
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

    /// Returns the file extension without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
        }
    }
}

impl Picture {
    /// Reads the format and the size of a picture from its first bytes; `None` for a file that is not PNG, JPEG or GIF.
    /// The file name is ignored. An SVG may contain a script and is never accepted.
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
