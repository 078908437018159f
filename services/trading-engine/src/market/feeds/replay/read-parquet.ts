/** Reads a Parquet file as lines, a group of rows at a time. Times are texts; lists and structs are left out. */
import type { DecodedArray, ParquetParsers } from 'hyparquet'
import { formatTimestamp } from '../../../core/values/time.js'
import type { Line } from './line.js'

/** The file cannot be read as Parquet. */
export class ParquetError extends Error {
  override readonly name = 'ParquetError'
}

const GROUP_ROWS_MAX = 2 ** 21

const timeOf = (micros: bigint): string => formatTimestamp(Number(micros))
const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis: bigint) => timeOf(millis * 1_000n),
  timestampFromMicroseconds: timeOf,
  timestampFromNanoseconds: (nanos: bigint) => timeOf(nanos / 1_000n),
  dateFromDays: (days: number) => timeOf(BigInt(days) * 86_400_000_000n),
}

/** @throws ParquetError with what is wrong */
export async function* readParquet(path: string): AsyncGenerator<Line> {
  try {
    yield* readRows(path)
  } catch (error) {
    throw error instanceof ParquetError
      ? error
      : new ParquetError(error instanceof Error ? error.message : String(error))
  }
}

async function* readRows(path: string): AsyncGenerator<Line> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetRead } = await import('hyparquet')
  const { compressors } = await import('hyparquet-compressors')
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const header = flatNames(metadata.schema)
  let first = 0
  for (const { num_rows: rows } of metadata.row_groups) {
    if (rows > GROUP_ROWS_MAX)
      throw new ParquetError(`a group has ${rows} rows, and ${GROUP_ROWS_MAX} are read at most`)
    const rowEnd = first + Number(rows)
    const columns = new Map<string, { readonly from: number; readonly data: DecodedArray }[]>()
    const onChunk = (chunk: {
      readonly columnName: string
      readonly columnData: DecodedArray
      readonly rowStart: number
    }) => {
      const known = columns.get(chunk.columnName) ?? []
      known.push({ from: chunk.rowStart, data: chunk.columnData })
      columns.set(chunk.columnName, known)
    }
    await parquetRead({
      file,
      metadata,
      columns: header,
      rowStart: first,
      rowEnd,
      compressors,
      parsers: PARSERS,
      onChunk,
    })
    for (let row = first; row < rowEnd; row += 1) {
      const cells = header.map((name) =>
        cellOf(
          columns.get(name)?.findLast(({ from }) => from <= row),
          row,
        ),
      )
      yield { number: row + 1, header, cells }
    }
    first = rowEnd
  }
}

function cellOf(chunk: { readonly from: number; readonly data: DecodedArray } | undefined, row: number): string {
  const value: unknown = chunk?.data[row - chunk.from]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}

/** The names of values at the top, in the order of the file. */
function flatNames(schema: readonly { readonly name: string; readonly num_children?: number }[]): string[] {
  const names: string[] = []
  let at = 1
  const skip = (): void => {
    const children = schema[at]?.num_children ?? 0
    at += 1
    for (let child = 0; child < children; child += 1) skip()
  }
  while (at < schema.length) {
    const { name, num_children: children = 0 } = schema[at] ?? { name: '' }
    if (children === 0) names.push(name)
    skip()
  }
  return names
}
