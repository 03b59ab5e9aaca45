//! Writing a tree. The library keeps points in sets without an order, and writes values that it does not know as they are: both
//! are put right here, so that the same game always gives the same text, and one that reads back.

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
    let mut values = split(&text[name.len()..]);
    values.sort_unstable();
    Prop::Unknown(name, values)
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// The values of `[a][b]`, as they are written.
fn split(text: &str) -> Vec<String> {
    let (mut values, mut value, mut inside, mut escaped) = (Vec::new(), String::new(), false, false);
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
    fn points_are_in_order() {
        let text = "(;FF[4]AB[cc][aa][bb][ab]XX[a\\]b];B[dd]C[a\\]\\\\])";
        let root = &sgf_parse::go::parse(text).expect("an SGF")[0];
        assert_eq!(to_sgf(root), "(;FF[4]AB[aa][ab][bb][cc]XX[a\\]b];B[dd]C[a\\]\\\\])\n");
    }
}
