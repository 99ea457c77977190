//! HTML as text.

/// Renders a table that scrolls if it is too wide. Each row is a name and cells. All texts are
/// HTML; a cell may begin with `<td`.
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
