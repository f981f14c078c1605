//! The games of a store as a file of [Apache Parquet](https://parquet.apache.org/docs/file-format/): a table of columns with types that
//! pandas, DuckDB, R and others read.
//!
//! Only what a table of numbers and texts takes is written: groups of rows, in each a page for every column, plain and not compressed.
//! The crate `parquet` does it all, for 18 s of processor time of a build; but it asks for other features of crates that both programs
//! share, so that the second would build nearly everything once more.

use std::io::{self, Write};

use crate::columns::{Column, Named, read};
use crate::error::Error;
use crate::ledger::{Ledger, Stored};

/// How a file begins and ends.
const MAGIC: &[u8; 4] = b"PAR1";

// Numbers of the format (parquet.thrift): types of columns, whether a value may be absent, texts, encodings.
const INT64: i64 = 2;
const BYTE_ARRAY: i64 = 6;
const OPTIONAL: i64 = 1;
const UTF8: i64 = 0;
const PLAIN: i64 = 0;
const RLE: i64 = 3;

/// Writes the games of an experiment that has some: without a game there would be no columns.
///
/// # Errors
/// When the store cannot be read (outer) or `out` takes no more (inner).
pub fn write(store: &dyn Ledger, stored: &Stored, out: &mut dyn Write) -> Result<io::Result<()>, Error> {
    let mut file = File { out, at: 0, schema: Vec::new(), groups: Vec::new(), rows: 0 };
    if let Err(error) = file.put(MAGIC) {
        return Ok(Err(error));
    }
    let told = read(store, stored, &mut |columns| file.add(&columns))?;
    Ok(told.and_then(|()| file.end()))
}

struct File<'a> {
    out: &'a mut dyn Write,
    /// Bytes written.
    at: i64,
    /// Name and type of each column.
    schema: Vec<(String, i64)>,
    /// What is told of each group of rows at the end.
    groups: Vec<Struct>,
    rows: i64,
}

impl File<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as i64;
        self.out.write_all(bytes)
    }

    /// A group of rows.
    fn add(&mut self, columns: &[Named]) -> io::Result<()> {
        let (mut chunks, mut rows) = (Vec::new(), 0);
        let begun = self.at;
        self.schema = columns.iter().map(|(name, column)| (name.clone(), kind(column))).collect();
        for (name, column) in columns {
            let (count, content) = page(column);
            let size = content.len() as i64;
            let about = Struct::new().number(1, count).number(2, PLAIN).number(3, RLE).number(4, RLE);
            let head = Struct::new().number(1, 0).number(2, size).number(3, size).inner(5, about).done();
            let (start, whole) = (self.at, head.len() as i64 + size);
            self.put(&head)?;
            self.put(&content)?;
            let encodings = [PLAIN, RLE].map(zigzag).concat();
            let path = text(name.as_bytes());
            let about =
                Struct::new().number(1, kind(column)).list(2, 2, I32, &encodings).list(3, 1, BINARY, &path);
            let about = about.number(4, 0).long(5, count).long(6, whole).long(7, whole).long(9, start);
            chunks.extend(Struct::new().long(2, start).inner(3, about).done());
            rows = count;
        }
        let group = Struct::new().list(1, columns.len(), STRUCT, &chunks);
        self.groups.push(group.long(2, self.at - begun).long(3, rows));
        self.rows += rows;
        Ok(())
    }

    /// What the file holds, and where.
    fn end(mut self) -> io::Result<()> {
        let mut schema = Struct::new().binary(4, b"games").number(5, self.schema.len() as i64).done();
        for (name, kind) in &self.schema {
            let field = Struct::new().number(1, *kind).number(3, OPTIONAL).binary(4, name.as_bytes());
            schema.extend(if *kind == BYTE_ARRAY { field.number(6, UTF8).done() } else { field.done() });
        }
        let (groups, count) = (std::mem::take(&mut self.groups), self.schema.len() + 1);
        let all: Vec<u8> = groups.iter().flat_map(|group| group.clone().done()).collect();
        let told = Struct::new().number(1, 1).list(2, count, STRUCT, &schema).long(3, self.rows);
        let maker = concat!("plywise ", env!("CARGO_PKG_VERSION"));
        let told = told.list(4, groups.len(), STRUCT, &all).binary(6, maker.as_bytes()).done();
        self.put(&told)?;
        self.put(&(told.len() as u32).to_le_bytes())?;
        self.put(MAGIC)?;
        self.out.flush()
    }
}

const fn kind(column: &Column) -> i64 {
    match column {
        Column::Numbers(_) => INT64,
        Column::Texts(_) => BYTE_ARRAY,
    }
}

/// How many values a column has, absent ones among them, and its page: which are there, and those.
fn page(column: &Column) -> (i64, Vec<u8>) {
    match column {
        Column::Numbers(values) => {
            let mut page = levels(values.iter().map(Option::is_some));
            page.extend(values.iter().flatten().flat_map(|value| value.to_le_bytes()));
            (values.len() as i64, page)
        }
        Column::Texts(values) => {
            let mut page = levels(values.iter().map(Option::is_some));
            for value in values.iter().flatten() {
                page.extend((value.len() as u32).to_le_bytes());
                page.extend(value.as_bytes());
            }
            (values.len() as i64, page)
        }
    }
}

/// Which values are there, as runs of equals behind their length in bytes.
fn levels(are_there: impl Iterator<Item = bool>) -> Vec<u8> {
    let mut runs: Vec<(u64, bool)> = Vec::new();
    for is_there in are_there {
        match runs.last_mut() {
            Some((count, same)) if *same == is_there => *count += 1,
            _ => runs.push((1, is_there)),
        }
    }
    let bytes: Vec<u8> = runs
        .iter()
        .flat_map(|&(count, is_there)| [varint(count << 1), vec![is_there.into()]].concat())
        .collect();
    [(bytes.len() as u32).to_le_bytes().to_vec(), bytes].concat()
}

// Types of Thrift's compact protocol
// (<https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>).
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure of that protocol; its fields come in the order of their numbers.
#[derive(Clone)]
struct Struct {
    bytes: Vec<u8>,
    /// The number of the last field.
    last: u8,
}

impl Struct {
    const fn new() -> Self {
        Self { bytes: Vec::new(), last: 0 }
    }

    fn field(mut self, id: u8, kind: u8, content: &[u8]) -> Self {
        self.bytes.push((id - self.last) << 4 | kind);
        self.bytes.extend(content);
        Self { last: id, ..self }
    }

    fn number(self, id: u8, value: i64) -> Self {
        self.field(id, I32, &zigzag(value))
    }

    fn long(self, id: u8, value: i64) -> Self {
        self.field(id, I64, &zigzag(value))
    }

    fn binary(self, id: u8, bytes: &[u8]) -> Self {
        self.field(id, BINARY, &text(bytes))
    }

    fn inner(self, id: u8, inner: Self) -> Self {
        self.field(id, STRUCT, &inner.done())
    }

    /// So many elements of a kind, each as it is written.
    fn list(self, id: u8, count: usize, kind: u8, elements: &[u8]) -> Self {
        let head = [vec![0xF0 | kind], varint(count as u64)].concat();
        let head = if count < 15 { vec![(count as u8) << 4 | kind] } else { head };
        self.field(id, LIST, &[&head, elements].concat())
    }

    fn done(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn text(bytes: &[u8]) -> Vec<u8> {
    [&varint(bytes.len() as u64), bytes].concat()
}

fn zigzag(value: i64) -> Vec<u8> {
    varint((value << 1 ^ value >> 63) as u64)
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}
