//! Games as a file of Parquet: one group of rows after the other, so that a store of any size takes no more memory.

use std::fs::File;
use std::io;
use std::sync::Arc;

use arena::columns::{Column, Named, read};
use arena::{Error, Store, Stored};
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

/// Writes the games of an experiment, of which there is one at least.
///
/// # Errors
/// When the store cannot be read (outer) or the file takes no more (inner).
pub(crate) fn write(store: &Store, stored: &Stored, file: File) -> Result<io::Result<()>, Error> {
    let (mut file, mut writer) = (Some(file), None);
    let told = read(store, stored, &mut |columns| {
        if let Some(file) = file.take() {
            writer = Some(begin(&columns, file).map_err(io::Error::other)?);
        }
        let writer = writer.as_mut().expect("it is begun with the first games");
        add(writer, &columns).map_err(io::Error::other)
    })?;
    let closed = || writer.map_or(Ok(()), |writer| writer.close().map(drop).map_err(io::Error::other));
    Ok(told.and_then(|()| closed()))
}

fn begin(columns: &[Named], file: File) -> Result<SerializedFileWriter<File>, ParquetError> {
    let field = |(name, column): &Named| {
        let (physical, converted) = match column {
            Column::Numbers(_) => (Physical::INT64, ConvertedType::NONE),
            Column::Texts(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        };
        let field = Type::primitive_type_builder(name, physical).with_converted_type(converted);
        field.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("games").with_fields(fields).build()?;
    SerializedFileWriter::new(file, Arc::new(schema), Arc::new(WriterProperties::default()))
}

fn add(writer: &mut SerializedFileWriter<File>, columns: &[Named]) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for (_, column) in columns {
        let mut writer = group.next_column()?.expect("the schema has every column");
        match column {
            Column::Numbers(values) => {
                put::<Int64Type, _>(&mut writer, values, |&value| value)?;
            }
            Column::Texts(values) => {
                put::<ByteArrayType, _>(&mut writer, values, |text| text.as_str().into())?;
            }
        }
        writer.close()?;
    }
    group.close().map(drop)
}

/// Writes a column: which of its values are there, and those.
fn put<T: DataType, V>(
    writer: &mut SerializedColumnWriter<'_>,
    values: &[Option<V>],
    of: impl Fn(&V) -> T::T,
) -> Result<(), ParquetError> {
    let are_there: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
    let values: Vec<T::T> = values.iter().flatten().map(of).collect();
    writer.typed::<T>().write_batch(&values, Some(&are_there), None).map(drop)
}
