import type { Cell } from '../cell.js'
import { cellTable } from './tables.js'

const cell: Cell = {
  name: 'order',
  perSecond: 1_234,
  rounds: [1_234],
  p50Ms: 1,
  p99Ms: 2,
  maxMs: 3,
  errors: 0,
  problems: [],
}
const cost = {
  engine: 612.4,
  postgres: 431.2,
  redis: null,
  delayP50: 0.5,
  delayP99: 11,
  delayMax: 23,
  turnP50: 3,
  turnP99: 8,
  turnMax: 9,
  pauseP50: 2,
  pauseP99: 12,
  pauseMax: 15,
}

const lastRowOf = (cells: readonly Cell[]): readonly string[] =>
  cellTable(cells)
    .split('\n')
    .at(-1)
    ?.split('|')
    .map((column) => column.trim())
    .slice(1, -1) ?? []

test('a cell shows the CPU of an operation process by process, and what held up the server', () => {
  expect(lastRowOf([{ ...cell, cost }]).slice(-5)).toEqual([
    '612 + 431 + –',
    '0.5 ms / 11 ms / 23 ms',
    '3 ms / 8 ms / 9 ms',
    '2 ms / 12 ms / 15 ms',
    '0',
  ])
})

test('a cell that nothing looked at leaves them empty', () => {
  expect(lastRowOf([cell]).slice(-5)).toEqual(['', '', '', '', '0'])
  expect(lastRowOf([{ ...cell, cost: { ...cost, delayP50: null, pauseMax: null } }]).slice(-5, -1)).toEqual([
    '612 + 431 + –',
    '',
    '3 ms / 8 ms / 9 ms',
    '',
  ])
})
