//! A scene as PDF, for papers. Texts are texts in the bundled font, which the file
//! contains, as publishers ask.

use ab_glyph::{Font as _, FontRef};
use anyhow::Context as _;
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str};

use crate::scene::font::{FILE, font, text_width, units_per_em};
use crate::scene::{Anchor, Ink, Item, Scene};
use crate::style::{Colour, Dash};

const FONT: Name<'_> = Name(b"F");
const FAMILY: Name<'_> = Name(b"OPTILE+DejaVuSans");
const IDENTITY: SystemInfo<'_> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
const COMPRESSION: u8 = 6;

/// The document, with one page. A canvas unit has `unit` points.
pub(crate) fn document(scene: &Scene, unit: f64, title: &str) -> anyhow::Result<Vec<u8>> {
    let font = font().context("the bundled font cannot be read")?;
    let [catalog, pages, page, content, type0, cid, descriptor, file, cmap, info] =
        std::array::from_fn(|n| Ref::new(n as i32 + 1));
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    pdf.document_info(info).title(pdf_writer::TextStr(title));

    let mut writer = Writer { content: Content::new(), font, veils: Vec::new() };
    writer.draw(scene, unit as f32);
    let Writer { content: drawing, veils, .. } = writer;

    let mut leaf = pdf.page(page);
    leaf.media_box(Rect::new(0.0, 0.0, (scene.width * unit) as f32, (scene.height * unit) as f32));
    leaf.parent(pages).contents(content);
    let mut resources = leaf.resources();
    resources.fonts().pair(FONT, type0);
    let mut states = resources.ext_g_states();
    for permille in &veils {
        let mut state = states
            .insert(Name(veil(*permille).as_bytes()))
            .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
        state.non_stroking_alpha(f32::from(*permille) / 1000.0);
    }
    states.finish();
    resources.finish();
    leaf.finish();
    let stream = compress_to_vec_zlib(&drawing.finish(), COMPRESSION);
    pdf.stream(content, &stream).filter(Filter::FlateDecode);

    add_font(&mut pdf, font, [type0, cid, descriptor, file, cmap]);
    Ok(pdf.finish())
}

fn add_font(pdf: &mut Pdf, font: &FontRef<'_>, [type0, cid, descriptor, file, cmap]: [Ref; 5]) {
    let thousandths = |units: f32| units * 1000.0 / units_per_em();
    pdf.type0_font(type0)
        .base_font(FAMILY)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(cmap);
    let widths = (0..font.glyph_count())
        .map(|glyph| thousandths(font.h_advance_unscaled(ab_glyph::GlyphId(glyph as u16))));
    let mut descendant = pdf.cid_font(cid);
    descendant
        .subtype(CidFontType::Type2)
        .base_font(FAMILY)
        .system_info(IDENTITY)
        .font_descriptor(descriptor)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    descendant.widths().consecutive(0, widths);
    descendant.finish();
    let (ascent, descent) = (font.ascent_unscaled(), font.descent_unscaled());
    pdf.font_descriptor(descriptor)
        .name(FAMILY)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(-1021.0, -463.0, 1793.0, 1232.0))
        .italic_angle(0.0)
        .ascent(thousandths(ascent))
        .descent(thousandths(descent))
        .cap_height(729.0)
        .stem_v(80.0)
        .font_file2(file);
    let packed = compress_to_vec_zlib(FILE, COMPRESSION);
    let mut stream = pdf.stream(file, &packed);
    stream.filter(Filter::FlateDecode);
    // The length before compression.
    stream.pair(Name(b"Length1"), FILE.len() as i32);
    stream.finish();
    let mut unicode = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
    // The letter of each glyph; a glyph may have several.
    let mut letters: Vec<Option<char>> = vec![None; font.glyph_count()];
    for (id, c) in font.codepoint_ids() {
        letters[usize::from(id.0)] =
            Some(letters[usize::from(id.0)].map_or(c, |other| other.min(c)));
    }
    for (id, letter) in (0_u16..).zip(letters) {
        if let Some(c) = letter {
            unicode.pair(id, c);
        }
    }
    pdf.cmap(cmap, &unicode.finish());
}

/// The name of the graphics state with an opacity.
fn veil(permille: u16) -> String {
    format!("V{permille}")
}

struct Writer<'a> {
    content: Content,
    font: &'a FontRef<'static>,
    /// The opacities in thousandths that have a graphics state.
    veils: Vec<u16>,
}

impl Writer<'_> {
    fn draw(&mut self, scene: &Scene, unit: f32) {
        // Canvas units from the upper left corner become points from the lower left one.
        let height = scene.height as f32;
        self.content.transform([unit, 0.0, 0.0, -unit, 0.0, height * unit]);
        self.content.set_line_join(LineJoinStyle::RoundJoin).set_line_cap(LineCapStyle::ButtCap);
        for item in scene.visible() {
            match item {
                Item::Path { points, ink } => {
                    for (place, &(x, y)) in points.iter().enumerate() {
                        match place {
                            0 => self.content.move_to(x as f32, y as f32),
                            _ => self.content.line_to(x as f32, y as f32),
                        };
                    }
                    self.paint(ink);
                }
                Item::Circle { centre: (x, y), radius, ink } => {
                    self.circle(*x as f32, *y as f32, *radius as f32);
                    self.paint(ink);
                }
                Item::Text { text, at: (x, y), size, anchor, colour } => {
                    let width = text_width(text, *size);
                    let left = match anchor {
                        Anchor::Start => *x,
                        Anchor::Middle => x - width / 2.0,
                        Anchor::End => x - width,
                    };
                    let glyphs = text.chars().map(|c| self.font.glyph_id(c).0.to_be_bytes());
                    let glyphs: Vec<u8> = glyphs.flatten().collect();
                    self.fill_colour(*colour);
                    self.content.begin_text().set_font(FONT, *size as f32);
                    // The letters stand upright although the canvas is upside down.
                    let matrix = [1.0, 0.0, 0.0, -1.0, left as f32, *y as f32];
                    self.content.set_text_matrix(matrix).show(Str(&glyphs)).end_text();
                }
                Item::Begin(_) | Item::End => {}
            }
        }
    }

    /// Four curves, as usual.
    fn circle(&mut self, x: f32, y: f32, r: f32) {
        let k = r * 0.552_284_8;
        self.content
            .move_to(x + r, y)
            .cubic_to(x + r, y + k, x + k, y + r, x, y + r)
            .cubic_to(x - k, y + r, x - r, y + k, x - r, y)
            .cubic_to(x - r, y - k, x - k, y - r, x, y - r)
            .cubic_to(x + k, y - r, x + r, y - k, x + r, y)
            .close_path();
    }

    fn fill_colour(&mut self, Colour(red, green, blue): Colour) {
        let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
        self.content.set_fill_rgb(red, green, blue);
    }

    fn paint(&mut self, ink: &Ink) {
        if let Some(stroke) = &ink.stroke {
            let Colour(red, green, blue) = stroke.colour;
            let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
            self.content.set_stroke_rgb(red, green, blue).set_line_width(stroke.width as f32);
            match stroke.dash {
                Dash::Solid => self.content.set_dash_pattern([], 0.0),
                Dash::Broken(on, off) => {
                    self.content.set_dash_pattern([on as f32, off as f32], 0.0)
                }
            };
        }
        let Some((colour, opacity)) = ink.fill else {
            self.content.stroke();
            return;
        };
        self.fill_colour(colour);
        let permille = (opacity * 1000.0).round() as u16;
        if permille < 1000 {
            if !self.veils.contains(&permille) {
                self.veils.push(permille);
            }
            self.content.save_state().set_parameters(Name(veil(permille).as_bytes()));
        }
        match ink.stroke {
            Some(_) => self.content.close_fill_nonzero_and_stroke(),
            None => self.content.fill_nonzero(),
        };
        if permille < 1000 {
            self.content.restore_state();
        }
    }
}
