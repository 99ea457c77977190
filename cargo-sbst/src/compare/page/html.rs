//! HTML as text.

/// A text as HTML, in an attribute too.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A table that can be scrolled where it is too wide: what it is, the names of its columns, and its rows, each a name and
/// cells. Everything is HTML; a cell may begin with `<td`.
pub fn table(class: &str, caption: &str, columns: &[String], rows: &[(String, Vec<String>)]) -> String {
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table class=\"{class}\">\
         <caption>{caption}</caption>\n<thead><tr>",
        caption.replace('"', "&quot;").split('<').next().unwrap_or_default(),
    );
    for column in columns {
        html += &format!("<th scope=\"col\"><span>{column}</span></th>");
    }
    html += "</tr></thead>\n<tbody>\n";
    for (name, cells) in rows {
        html += &format!("<tr><th scope=\"row\">{name}</th>");
        for cell in cells {
            match cell.starts_with("<td") {
                true => html += cell,
                false => html += &format!("<td>{cell}</td>"),
            }
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_html_is_escaped() {
        assert_eq!(escaped("<A as B<\"x\">> & c"), "&lt;A as B&lt;&quot;x&quot;&gt;&gt; &amp; c");
    }
}
