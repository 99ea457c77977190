//! XML documents, with every text escaped.

use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::{ElementWriter, Writer};
use std::io;

pub type Xml = Writer<Vec<u8>>;
pub type Element<'x> = ElementWriter<'x, Vec<u8>>;

/// Returns a document: its declaration, its type if it has one, and the output of `write`.
pub fn document(
    indent: usize,
    doctype: Option<&str>,
    write: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<String> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', indent);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    if let Some(doctype) = doctype {
        xml.write_event(Event::DocType(BytesText::from_escaped(doctype)))?;
    }
    write(&mut xml)?;
    String::from_utf8(xml.into_inner()).map_err(io::Error::other)
}

/// Writes an element that contains others.
pub fn around(element: Element<'_>, inner: impl FnOnce(&mut Xml) -> io::Result<()>) -> io::Result<()> {
    element.write_inner_content(inner).map(|_| ())
}

/// Writes an element that contains a text.
pub fn around_text(element: Element<'_>, text: &str) -> io::Result<()> {
    element.write_text_content(BytesText::new(text)).map(|_| ())
}
