//! Agents under names of one's own: the file `agents.toml`.

use std::collections::HashSet;
use std::path::Path;

use plywise::notation::quote;
use registry::spec::unknown;
use registry::{Kind, Spec, SpecError};
use toml::de::{DeTable, DeValue};

use crate::definition::{Wrong, definitions};

/// An agent as it was named, and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    /// What tables call it.
    pub name: String,
    /// What plays.
    pub spec: Spec,
}

/// The agents of a file, by name.
#[derive(Clone, Debug, Default)]
pub struct Presets {
    file: String,
    all: Vec<Preset>,
}

/// One definition: a name has one for every game, or one for each of some games, or both.
#[derive(Clone, Debug)]
struct Preset {
    name: String,
    line: usize,
    /// None: every game that has no definition of its own.
    game: Option<&'static str>,
    spec: Spec,
    /// The lines of options that have one of their own.
    options: Vec<(String, usize)>,
}

pub(crate) const FORM: &str = "the form is name = \"agent:key=value\", or [name] with agent = or cmd = and options, or with an agent \
                    for each game";

impl Presets {
    /// Reads a file.
    ///
    /// # Errors
    /// One line with the file, the line and what would be right.
    pub fn read(path: &Path) -> Result<Self, SpecError> {
        let text = plywise::file::read_text(path).map_err(|error| SpecError(error.to_string()))?;
        Self::parse(&path.display().to_string(), &text)
    }

    /// Reads the text of a file of this name.
    ///
    /// # Errors
    /// One line with the file, the line and what would be right.
    pub fn parse(file: &str, text: &str) -> Result<Self, SpecError> {
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let line = |at: usize| 1 + ends.partition_point(|&end| end < at);
        let wrong = |at: usize, what: &str| SpecError(format!("{file} line {}: {what}", line(at)));
        let table = DeTable::parse(text).map_err(|error| {
            let what = plywise::notation::in_words(error.message());
            wrong(error.span().map_or(0, |span| span.start), &format!("{what}; {FORM}"))
        })?;
        let mut presets = Self { file: file.to_owned(), all: Vec::new() };
        for (key, value) in table.get_ref() {
            let at = key.span().start;
            let name = key.get_ref().as_ref();
            let wrong = |what: &str| wrong(at, what);
            if Spec::parse(name).is_ok_and(|spec| spec.options.is_empty()) {
                let found = definitions(value).map_err(|Wrong { at: inside, what }| {
                    SpecError(format!("{file} line {}: {name}: {what}", line(inside.unwrap_or(at))))
                })?;
                for (game, spec) in found {
                    taken(name, game).map_or(Ok(()), |what| Err(wrong(&what)))?;
                    exists(&spec, game).map_err(|what| {
                        if table.get_ref().contains_key(spec.name.as_str()) {
                            return wrong(&format!(
                                "{name}: {} is a name of this file itself; an agent such as pvs:depth=5 belongs here",
                                spec.name
                            ));
                        }
                        let at = wrong_option(value.get_ref(), &spec, game).unwrap_or(at);
                        SpecError(format!("{file} line {}: {name}: {what}", line(at)))
                    })?;
                    let options = places(value.get_ref(), game).map(|(key, at)| (key, line(at))).collect();
                    presets.all.push(Preset { name: name.to_owned(), line: line(at), game, spec, options });
                }
            } else {
                return Err(wrong(&format!(
                    "{} is no name; it should be letters, digits, - and _",
                    quote(name)
                )));
            }
        }
        Ok(presets)
    }

    /// The names that stand for something in a game, with what they stand for.
    pub fn of<'a>(&'a self, kind: &dyn Kind) -> impl Iterator<Item = (&'a str, &'a Spec)> + use<'a> {
        let game = base(kind);
        let is_own = move |preset: &&Preset| preset.game.is_some_and(|of| of == game);
        let own: HashSet<&str> = self.all.iter().filter(&is_own).map(|preset| preset.name.as_str()).collect();
        self.all
            .iter()
            .filter(move |preset| {
                is_own(preset) || preset.game.is_none() && !own.contains(preset.name.as_str())
            })
            .map(|preset| (preset.name.as_str(), &preset.spec))
    }

    /// What a name stands for in a game: its definition for that game, or else for any.
    fn find(&self, kind: &dyn Kind, name: &str) -> Option<&Preset> {
        let game = base(kind);
        let all = || self.all.iter().filter(|preset| preset.name == name);
        all()
            .find(|preset| preset.game == Some(&*game))
            .or_else(|| all().find(|preset| preset.game.is_none()))
    }

    /// Whether a name stands for something in any game.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.all.iter().any(|preset| preset.name == name)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The agent that a text names: one of the game's, or a preset whose options can be understood.
    ///
    /// # Errors
    /// When there is no such agent, or the file gives it options that it does not have.
    pub fn resolve(&self, kind: &dyn Kind, text: &str) -> Result<Called, SpecError> {
        let called = self.look_up(kind, text)?;
        let name = called.name.split(':').next().unwrap_or_default();
        let Some(preset) = self.find(kind, name) else { return Ok(called) };
        kind.check_options(&called.spec).map_err(|why| {
            // What the file says is right may have been made wrong by what was typed behind the name.
            match kind.check_options(&preset.spec).err() {
                Some(of_file) if of_file == why => {
                    SpecError(format!("{} line {}: {name}: {why}", self.file, preset.line_of(kind)))
                }
                _ => SpecError(format!("{}: {why}", called.name)),
            }
        })?;
        Ok(called)
    }

    /// The same without a look at the options: those of a preset, and over them those that were typed behind its name.
    ///
    /// # Errors
    /// When there is no such agent.
    pub fn look_up(&self, kind: &dyn Kind, text: &str) -> Result<Called, SpecError> {
        let typed = Spec::parse(text)?;
        let Some(preset) = self.find(kind, &typed.name) else {
            self.known(kind, &typed.name)?;
            return Ok(Called { name: typed.to_string(), spec: typed });
        };
        let mut spec = preset.spec.clone();
        for (key, value) in &typed.options {
            spec.options.retain(|(known, _)| known != key);
            spec.options.push((key.clone(), value.clone()));
        }
        Ok(Called { name: typed.to_string(), spec })
    }

    /// A name that is no preset of this game: it must be one of its agents.
    fn known(&self, kind: &dyn Kind, name: &str) -> Result<(), SpecError> {
        let is_agent = kind.listed(&Spec { name: name.to_owned(), options: Vec::new() }).is_ok();
        if is_agent || self.file.is_empty() {
            return Ok(());
        }
        if let Some(preset) = self.all.iter().find(|preset| preset.name == name) {
            let games = self.all.iter().filter(|preset| preset.name == name).filter_map(|preset| preset.game);
            return Err(SpecError(format!(
                "{} line {}: {name} plays {}; {} = \"…\" in its table would say what it is in {}",
                self.file,
                preset.line,
                games.collect::<Vec<_>>().join(", "),
                base(kind),
                kind.name()
            )));
        }
        let names = kind.agents().iter().map(|agent| agent.name).chain(self.of(kind).map(|(name, _)| name));
        let wrong = unknown("agent", name, names);
        Err(if self.all.is_empty() { SpecError(format!("{wrong}; {} names none", self.file)) } else { wrong })
    }
}

impl Preset {
    /// The line of the option without which a game would take the agent, or else where its definition begins.
    fn line_of(&self, kind: &dyn Kind) -> usize {
        let without = |key: &str| {
            let mut spec = self.spec.clone();
            spec.options.retain(|(known, _)| known != key);
            kind.check_options(&spec)
        };
        let wrong = self.options.iter().find(|(key, _)| key != "agent" && without(key).is_ok());
        wrong.map_or(self.line, |(_, line)| *line)
    }
}

/// Where each option of a definition stands, of one for a game or of the others.
fn places<'a>(value: &'a DeValue<'a>, game: Option<&str>) -> impl Iterator<Item = (String, usize)> + use<'a> {
    let table = |value: &'a DeValue<'a>| if let DeValue::Table(table) = value { Some(table) } else { None };
    let found = table(value);
    let found = match game {
        Some(game) => found.and_then(|own| own.get(game)).and_then(|own| table(own.get_ref())),
        None => found,
    };
    found.into_iter().flatten().map(|(key, value)| (key.get_ref().to_string(), value.span().start))
}

/// A game's name without its options.
fn base(kind: &dyn Kind) -> String {
    kind.name().split(':').next().unwrap_or_default().to_owned()
}

/// What is wrong with a name that a game has given to an agent of its own.
fn taken(name: &str, game: Option<&str>) -> Option<String> {
    let plain = Spec { name: name.to_owned(), options: Vec::new() };
    let has = |of: &&str| games::open(of).is_ok_and(|kind| kind.listed(&plain).is_ok());
    let names = || games::all().iter().map(|info| info.named.name);
    let of = names().filter(|of| game.is_none_or(|game| game == *of)).find(has)?;
    Some(format!("{name} is an agent of {of} already; choose another name"))
}

/// Whether there is such an agent with such options in a game, or in any.
fn exists(spec: &Spec, game: Option<&str>) -> Result<(), SpecError> {
    let plain = Spec { name: spec.name.clone(), options: Vec::new() };
    let mut wrong = None;
    for info in games::all().iter().filter(|info| game.is_none_or(|game| game == info.named.name)) {
        let kind = games::open(info.named.name)?;
        match kind.listed(spec) {
            Ok(_) => return Ok(()),
            // What is wrong with an option tells more than that another game has no such agent.
            Err(why) if wrong.is_none() || kind.listed(&plain).is_ok() => wrong = Some(why),
            Err(_) => {}
        }
    }
    wrong.map_or(Ok(()), Err)
}

/// Where in a table the option stands for which `spec` is no agent.
fn wrong_option(value: &DeValue<'_>, spec: &Spec, game: Option<&str>) -> Option<usize> {
    let DeValue::Table(table) = value else { return None };
    let alone = |key: &str| {
        let options = spec.options.iter().filter(|(known, _)| known == key).cloned().collect();
        Spec { name: spec.name.clone(), options }
    };
    let found = game.and_then(|game| wrong_option(table.get(game)?.get_ref(), spec, None));
    found.or_else(|| {
        let mut keys = table.keys().filter(|key| exists(&alone(key.get_ref()), game).is_err());
        exists(&alone(""), game).ok().and_then(|()| keys.next()).map(|key| key.span().start)
    })
}
