/** The files were written by pyarrow: five bars, two rows a group, with a column of lists among the others. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalogue } from '../../catalogue.js'
import type { Line } from './line.js'
import { loadRecordings } from './load-recordings.js'
import { ParquetError, readParquet } from './read-parquet.js'

const FILES = join(__dirname, '../../../../test/fixtures/parquet')
const folder = mkdtempSync(join(tmpdir(), 'parquet-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(path: string): Promise<readonly Line[]> {
  const lines: Line[] = []
  for await (const line of readParquet(path)) lines.push(line)
  return lines
}

test.each([
  // To the millisecond, the microsecond and the nanosecond.
  ['gzip', '2026-03-03T00:01:00.250Z'],
  ['snappy', '2026-03-03T00:01:00.250001Z'],
  ['zstd', '2026-03-03T00:01:00.250001Z'],
])('rows of all groups are read from a file compressed by %s', async (name, second) => {
  const lines = await read(join(FILES, `${name}.parquet`))
  expect(lines[0]?.header).toEqual(['Time', 'symbol', 'close', 'open', 'high', 'low', 'volume'])
  expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(lines[1]?.cells).toEqual([second, 'SOL-USD', '143.1', '143.2', '143.6', '143', '2'])
  expect(lines[4]?.cells).toEqual(['2026-03-03T00:04:00.000Z', 'SOL-USD', '143.2', '143.3', '143.4', '143.1', '5'])
})

test('it is a recording as the same bars in CSV are', async () => {
  const [ofParquet, ofCsv] = [join(folder, 'bars.parquet'), join(folder, 'bars.csv')]
  copyFileSync(join(FILES, 'snappy.parquet'), ofParquet)
  const lines = await read(ofParquet)
  writeFileSync(
    ofCsv,
    [lines[0]!.header, ...lines.map(({ cells }) => cells as readonly string[])].map((cells) => cells.join()).join('\n'),
  )
  const load = (path: string) => loadRecordings(path, loadCatalogue(), () => undefined)
  const [recording] = await load(ofParquet)
  expect(recording!.closes).toHaveLength(5)
  expect([recording]).toEqual(await load(ofCsv))
})

test('no bytes of a file make it do anything but return rows or refuse them', async () => {
  const whole = readFileSync(join(FILES, 'snappy.parquet'))
  const path = join(folder, 'hostile.parquet')
  let refused = 0
  for (let at = 0; at < whole.length; at += 41) {
    for (const bytes of [whole.subarray(0, at), Buffer.from(whole)]) {
      if (bytes.length === whole.length) bytes[at]! ^= 1 << (at % 8)
      writeFileSync(path, bytes)
      try {
        await read(path)
      } catch (error) {
        expect(error).toBeInstanceOf(ParquetError)
        refused += 1
      }
    }
  }
  expect(refused).toBeGreaterThan(whole.length / 41)
})

test('what is wrong is told by the file', async () => {
  const path = join(folder, 'SOL-USD.parquet')
  writeFileSync(path, 'time,price')
  await expect(loadRecordings(path, loadCatalogue(), () => undefined)).rejects.toThrow(
    'SOL-USD.parquet: it cannot be read as Parquet: parquet file',
  )
})
