import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRecording } from './read-recording.js'

const directory = mkdtempSync(join(tmpdir(), 'recording-'))
afterAll(() => rmSync(directory, { recursive: true }))

function read(text: string, symbol?: string) {
  const path = join(directory, 'prices.csv')
  writeFileSync(path, text)
  return readRecording(path, symbol)
}

const AT = Date.parse('2026-01-02T00:00:00Z')

test.each([
  ['2026-01-02T00:00:00Z'],
  ['2026-01-02'],
  ['2026-01-02 00:00:00'],
  ['2026-01-02T01:00:00+01:00'],
  [String(AT)],
  [String(AT / 1_000)],
])('%s is a time', (time) =>
  expect(read(`time,price\n${time},1.5\n`, 'X-USD')).toEqual([{ at: AT, symbol: 'X-USD', price: '1.5' }]),
)

test('bars are their closes, columns are found by name, rows are put in order', () => {
  const text =
    '\uFEFFDate;Open;Close;Symbol\r\n2026-01-03;9;2;A-USD\r\n2026-01-02;9;"1";A-USD\r\n2026-01-02;9;3;B-USD\r\n'
  expect(read(text).map(({ symbol, price }) => `${symbol} ${price}`)).toEqual(['A-USD 1', 'B-USD 3', 'A-USD 2'])
  expect(read(text, 'b-usd')).toHaveLength(1)
})

test.each([
  ['time,price\n', 'X-USD', 'has no prices'],
  ['when,price\n1,1\n', 'X-USD', 'needs a header with the columns time and price'],
  ['time,price\n1,1\n', undefined, 'name one with --symbol'],
  ['time,price\nsoon,1\n', 'X-USD', 'line 2 of .*: soon is not a time'],
  ['time,price\n1,1\n\n2,-1\n', 'X-USD', 'line 4 of .*: -1 is not a price'],
  ['time,price,symbol\n1,1,\n', undefined, 'line 2 of .*: the symbol is missing'],
])('%j is refused', (text, symbol, message) => expect(() => read(text, symbol)).toThrow(new RegExp(message)))
