import { stripVTControlCharacters } from 'node:util'
import { choosePaint, plain } from './paint.js'
import { facts, table, type Column } from './table.js'

interface Row {
  readonly id: string
  readonly symbol: string
  readonly pnl: string
}
const rows: readonly Row[] = [
  { id: '0199-aaaa-bbbb', symbol: 'BTC-USD', pnl: '+1.00' },
  { id: '0199-cccc-dddd', symbol: 'AAPL-USD', pnl: '-1,000.00' },
]
const columns: readonly Column<Row>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => id.slice(-4) },
  { heading: 'symbol', cell: ({ symbol }) => symbol, rank: 1 },
  { heading: 'pnl', cell: ({ pnl }) => ({ text: pnl, style: 'red' }), align: 'right' },
]

test('columns are as wide as their widest cell, numbers to the right', () => {
  expect(table(rows, columns, { columns: undefined, paint: plain })).toEqual([
    'id              symbol          pnl',
    '0199-aaaa-bbbb  BTC-USD       +1.00',
    '0199-cccc-dddd  AAPL-USD  -1,000.00',
  ])
})

test('where there is no room texts get shorter, then columns go', () => {
  expect(table(rows, columns, { columns: 26, paint: plain })[1]).toBe('bbbb  BTC-USD       +1.00')
  expect(table(rows, columns, { columns: 20, paint: plain })).toEqual([
    'id          pnl',
    'bbbb      +1.00',
    'dddd  -1,000.00',
  ])
})

test('colours change no column', () => {
  const paint = choosePaint(true, { TERM: 'xterm' })
  const painted = table(rows, columns, { columns: undefined, paint })
  expect(painted[1]).toContain('\u001B[31m+1.00\u001B[39m')
  const bare = painted.map((line) => stripVTControlCharacters(line).trimEnd())
  expect(bare).toEqual(table(rows, columns, { columns: undefined, paint: plain }))
})

test('an empty table says so, and facts line up', () => {
  expect(table([], columns, { columns: 80, paint: plain })).toEqual(['none'])
  expect(
    facts(
      [
        ['equity', '1.00'],
        ['free margin', '2.00'],
      ],
      plain,
    ),
  ).toEqual(['equity       1.00', 'free margin  2.00'])
})

test.each([
  [true, {}, true],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, {}, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('in a terminal %p with %p there are colours: %p', (isTerminal, environment, isColoured) =>
  expect(choosePaint(isTerminal, environment)('red', 'x') !== 'x').toBe(isColoured),
)
