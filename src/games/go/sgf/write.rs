//! Writing a tree. The library keeps points in sets without an order, writes values that it does
//! not know as they are, and points beyond `z` as no letters: all are put right here, so that the
//! same game always gives the same text, and one that reads back.

use sgf_parse::{SgfNode, SgfProp, go::Prop};

/// A game tree in SGF, with a line break at its end.
pub fn to_sgf(root: &SgfNode<Prop>) -> String {
    stable(root).serialize() + "\n"
}

/// The tree with every property's values escaped and in order.
fn stable(node: &SgfNode<Prop>) -> SgfNode<Prop> {
    let properties = node.properties().map(property).collect();
    SgfNode::new(properties, node.children().map(stable).collect(), node.is_root)
}

fn property(prop: &Prop) -> Prop {
    if let Prop::Unknown(name, values) | Prop::Invalid(name, values) = prop {
        return Prop::Unknown(name.clone(), values.iter().map(|value| escape(value)).collect());
    }
    if let Prop::SZ((cols, rows)) = prop
        && cols == rows
    {
        return Prop::Unknown("SZ".to_owned(), vec![rows.to_string()]);
    }
    let (name, text) = (prop.identifier(), prop.to_string());
    let mut values: Vec<String> =
        split(&text[name.len()..]).iter().map(|value| with_letters(&name, value)).collect();
    values.sort_unstable();
    Prop::Unknown(name, values)
}

/// A value of a property with the letters of its points: those beyond `z` are capitals, which the
/// library reads, but writes as what follows `z` in Unicode. A label is text behind its point.
fn with_letters(name: &str, value: &str) -> String {
    let letters = match name {
        "LB" => 2,
        "AR" | "CR" | "DD" | "LN" | "MA" | "SL" | "SQ" | "TB" | "TR" | "TW" | "VW" => usize::MAX,
        _ => 0,
    };
    let letter =
        |c: char| if ('{'..='\u{94}').contains(&c) { char::from(c as u8 - b'{' + b'A') } else { c };
    value.chars().enumerate().map(|(i, c)| if i < letters { letter(c) } else { c }).collect()
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// The values of `[a][b]`, as they are written.
fn split(text: &str) -> Vec<String> {
    let (mut values, mut value, mut inside, mut escaped) =
        (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match (inside, c) {
            (false, _) => inside = true,
            (true, ']') if !escaped => {
                values.push(std::mem::take(&mut value));
                inside = false;
            }
            _ => value.push(c),
        }
        escaped = inside && c == '\\' && !escaped;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_split_where_they_end() {
        assert_eq!(split("[a][b\\]][c\\\\][]"), ["a", "b\\]", "c\\\\", ""]);
    }

    #[test]
    fn points_beyond_z_are_capitals() {
        let text = "(;AR[aZ:Wb]C[{]LB[Az:{}]VW[Wp][ZZ])";
        let root = &sgf_parse::go::parse(text).expect("an SGF")[0];
        assert_eq!(to_sgf(root), format!("{text}\n"));
    }

    #[test]
    fn points_are_in_order() {
        let text = "(;FF[4]AB[cc][aa][bb][ab]XX[a\\]b];B[dd]C[a\\]\\\\])";
        let root = &sgf_parse::go::parse(text).expect("an SGF")[0];
        assert_eq!(to_sgf(root), "(;FF[4]AB[aa][ab][bb][cc]XX[a\\]b];B[dd]C[a\\]\\\\])\n");
    }
}
