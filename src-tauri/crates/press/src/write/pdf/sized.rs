//! Pictures in the size in which they are printed.

use krilla::image::Image;

use crate::picture::{Picture, PictureKind};

/// A picture with its size on the page, in points.
#[derive(Clone)]
pub(super) struct Sized {
    pub image: Image,
    pub width: f32,
    pub height: f32,
}

impl Sized {
    /// Returns a picture in its own size, or as large as there is room; `None` for a picture that cannot be printed.
    pub fn of(picture: &Picture, widest: f32, highest: f32) -> Option<Self> {
        /// A screen pixel in points, at 96 pixels per inch.
        const PIXEL: f32 = 0.75;
        let data = picture.bytes.clone().into();
        let image = match picture.kind {
            PictureKind::Png => Image::from_png(data, true),
            PictureKind::Jpeg => Image::from_jpeg(data, true),
            PictureKind::Gif => Image::from_gif(data, true),
        }
        .ok()?;
        #[expect(clippy::cast_precision_loss, reason = "sizes of pictures")]
        let (width, height) = (picture.width as f32 * PIXEL, picture.height as f32 * PIXEL);
        let scale = (widest / width).min(highest / height).min(1.0);
        Some(Self {
            image,
            width: width * scale,
            height: height * scale,
        })
    }
}
