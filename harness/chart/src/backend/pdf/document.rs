//! The objects of the document: page, states, and the whole font.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use ttf_parser::GlyphId;

use super::{FONT, PdfPage, veil};
use crate::backend::font::Font;

/// Six letters and a plus sign say that the font is a part of another one.
const FAMILY: Name<'_> = Name(b"SUBSET+Text");
const IDENTITY: SystemInfo<'_> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
const COMPRESSION: u8 = 6;

/// The document, whose properties have this title.
pub(super) fn document(page: PdfPage<'_>, title: &str) -> Vec<u8> {
    let PdfPage { font, sides: [width, height], content, veils, letters } = page;
    let [catalog, pages, page, stream, type0, cid, descriptor, file, cmap, info] =
        std::array::from_fn(|n| Ref::new(n as i32 + 1));
    let mut pdf = Pdf::new();
    pdf.set_version(1, 5);
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    pdf.document_info(info).title(TextStr(title));

    let mut leaf = pdf.page(page);
    leaf.media_box(Rect::new(0.0, 0.0, width, height));
    leaf.parent(pages).contents(stream);
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
    let packed = compress_to_vec_zlib(&content.finish(), COMPRESSION);
    pdf.stream(stream, &packed).filter(Filter::FlateDecode);
    add_font(&mut pdf, font, &letters, [type0, cid, descriptor, file, cmap]);
    pdf.finish()
}

fn add_font(
    pdf: &mut Pdf,
    font: &Font,
    letters: &BTreeMap<u16, char>,
    [type0, cid, descriptor, file, cmap]: [Ref; 5],
) {
    let face = &font.face;
    let thousandths = |units: i16| f32::from(units) * 1000.0 / f32::from(face.units_per_em());
    pdf.type0_font(type0)
        .base_font(FAMILY)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(cmap);
    let glyphs = 0..face.number_of_glyphs();
    let widths = glyphs.map(|glyph| font.advance(GlyphId(glyph)) as f32 * 1000.0);
    let mut descendant = pdf.cid_font(cid);
    descendant
        .subtype(CidFontType::Type2)
        .base_font(FAMILY)
        .system_info(IDENTITY)
        .font_descriptor(descriptor)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    descendant.widths().consecutive(0, widths);
    descendant.finish();
    let bounds = face.global_bounding_box();
    let [left, bottom, right, top] =
        [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(thousandths);
    pdf.font_descriptor(descriptor)
        .name(FAMILY)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(0.0)
        .ascent(thousandths(face.ascender()))
        .descent(thousandths(face.descender()))
        .cap_height(font.capitals() as f32 * 1000.0)
        .stem_v(80.0)
        .font_file2(file);
    let packed = compress_to_vec_zlib(font.file, COMPRESSION);
    let mut stream = pdf.stream(file, &packed);
    stream.filter(Filter::FlateDecode);
    // The length before compression.
    stream.pair(Name(b"Length1"), font.file.len() as i32);
    stream.finish();
    let mut unicode = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
    for (glyph, letter) in letters {
        unicode.pair(*glyph, *letter);
    }
    pdf.cmap(cmap, &unicode.finish());
}
