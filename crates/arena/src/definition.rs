//! One definition of the file `agents.toml`: the agents that a name stands for.

use registry::Spec;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::presets::FORM;

/// What is wrong in a definition, and where if that is known better than where it begins.
pub(crate) struct Wrong {
    pub(crate) at: Option<usize>,
    pub(crate) what: String,
}

impl From<String> for Wrong {
    fn from(what: String) -> Self {
        Self { at: None, what }
    }
}

pub(crate) type Definitions = Vec<(Option<&'static str>, Spec)>;

/// What stands behind a name.
pub(crate) fn definitions(value: &Spanned<DeValue<'_>>) -> Result<Definitions, Wrong> {
    let DeValue::Table(table) = value.get_ref() else { return Ok(vec![(None, agent(value.get_ref())?)]) };
    let game = |key: &str| games::all().iter().map(|info| info.named.name).find(|name| *name == key);
    let mut found = Definitions::new();
    let (mut own, mut by_game) = (DeTable::new(), Vec::new());
    for (key, value) in table {
        match game(key.get_ref()) {
            Some(game) => by_game.push((game, value)),
            None => drop(own.insert(key.clone(), value.clone())),
        }
    }
    if !own.is_empty() || by_game.is_empty() {
        found.push((None, agent(&DeValue::Table(own))?));
    }
    for (game, value) in by_game {
        found.push((
            Some(game),
            agent(value.get_ref())
                .map_err(|Wrong { at, what }| Wrong { at, what: format!("{game}: {what}") })?,
        ));
    }
    Ok(found)
}

/// One agent: a text, or a table with `agent` or, for another program, `cmd`, and options.
fn agent(value: &DeValue<'_>) -> Result<Spec, Wrong> {
    let table = match value {
        DeValue::String(text) => return Ok(Spec::parse(text).map_err(|error| error.to_string())?),
        DeValue::Table(table) => table,
        other => return Err(format!("{} is no agent; {FORM}", kind_of(other)).into()),
    };
    let read = |key: &str, value: &Spanned<DeValue<'_>>| {
        option(key, value.get_ref()).map_err(|what| Wrong { at: Some(value.span().start), what })
    };
    let text = |key: &str| table.get(key).map(|value| read(key, value)).transpose();
    let mut spec = match (text("agent")?, text("cmd")?) {
        (Some(agent), _) => Spec::parse(&agent).map_err(|error| error.to_string())?,
        (None, Some(_)) => Spec { name: "engine".to_owned(), options: Vec::new() },
        (None, None) => {
            return Err(
                "neither agent = nor cmd = says what it is; agent = \"pvs\" would, or cmd = \"edax -gtp\""
                    .to_owned()
                    .into(),
            );
        }
    };
    for (key, value) in table {
        let key = key.get_ref().as_ref();
        if key != "agent" {
            spec.options.retain(|(known, _)| known != key);
            spec.options.push((key.to_owned(), read(key, value)?));
        }
    }
    Ok(spec)
}

/// The value of an option.
fn option(key: &str, value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) if text.contains('"') => Err(format!(
            "{key} holds a double quote, which no option can; single ones go around words with blanks"
        )),
        DeValue::String(text) => Ok(text.clone().into_owned()),
        DeValue::Integer(number) => Ok(number.as_str().to_owned()),
        DeValue::Float(number) => Ok(number.as_str().to_owned()),
        other => Err(format!("{key} is {}; it should be a number or a text in quotes", kind_of(other))),
    }
}

fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
