/**
 * docs/RISK-RULES.md is what the service does: its tables are played like the worked examples, and what it says of each
 * rule is what its own table, so played, has shown.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_RISK_RULES } from '../../src/core/model/plan/violation.js'
import { checkSum } from '../support/worked-examples/hand-arithmetic.js'
import { playTable } from '../support/worked-examples/play-table.js'
import { readSums, readTables, type Table } from '../support/worked-examples/read-tables.js'

const DOCUMENT = join(__dirname, '../../../../docs/RISK-RULES.md')
const TABLES = readTables(DOCUMENT)
const STEPS = TABLES.filter(({ columns }) => columns[0] === 'What happens')

test.each(STEPS.map((table) => [table.rows[0]?.line, table.title, table] as const))(
  'line %i, %s',
  (_line, _title, table) => {
    expect(table.rows).not.toEqual([])
    playTable(table)
  },
)

test('the sums in the prose are right', () => {
  const sums = readSums(DOCUMENT)
  expect(sums).not.toEqual([])
  for (const sum of sums) checkSum(sum)
})

test('every rule has a section, in the order in which violations are listed', () => {
  const headings = [...readFileSync(DOCUMENT, 'utf8').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  const rules: readonly string[] = ALL_RISK_RULES
  expect(headings.filter((name) => name !== undefined && rules.includes(name))).toEqual(ALL_RISK_RULES)
})

describe('what the table of the rules says is what the examples show', () => {
  const [overview] = TABLES.filter(({ columns }) => columns[0] === 'Rule')
  const said = (overview?.rows ?? []).map(({ cells: [rule = '', severity = '', reducing = ''] }) => ({
    rule: /^\[(\w+)\]\(#\1\)$/.exec(rule)?.[1] ?? rule,
    severity: severity.split(', '),
    reducing,
  }))

  test('they are all there, in order', () => {
    expect(said.map(({ rule }) => rule)).toEqual(ALL_RISK_RULES)
  })

  test.each(said)('$rule', ({ rule, severity, reducing }) => {
    const { verdicts, reducingVerdicts } = examplesOf(rule)
    const severities = verdicts
      .filter((verdict) => verdict.startsWith(`${rule} `))
      .map((verdict) => verdict.split(' ')[1])
    expect([...new Set(severities)].sort()).toEqual([...severity].sort())
    const isRefused = (verdict: string): boolean => verdict.startsWith(`${rule} `)
    const shown = [
      ...(reducingVerdicts.some((verdict) => !isRefused(verdict)) ? ['passes'] : []),
      ...(reducingVerdicts.some(isRefused) ? ['is refused'] : []),
    ]
    expect(reducing).toBe(shown.join(', or '))
    expect(verdicts.some((verdict) => !isRefused(verdict))).toBe(true)
  })
})

test('every measure of the supervisor is shown at work', () => {
  const [measures] = TABLES.filter(({ columns }) => columns[1] === 'Recorded as')
  const said = (measures?.rows ?? []).map(({ cells }) => cells[1]).filter((breach) => breach !== '—')
  expect(
    [...new Set(STEPS.flatMap((table) => cellsOf(table, 'Breach')).filter((breach) => breach !== '—'))].sort(),
  ).toEqual([...new Set(said)].sort())
})

test.each([
  ['Drawdown floor', ['STATIC', 'TRAILING_EOD', 'TRAILING_EOD', 'TRAILING_INTRADAY', 'TRAILING_INTRADAY']],
  ['Floor of the day', ['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF']],
])('%s: each kind is followed for three days, funding and all, until it is crossed', (column, kinds) => {
  const tables = STEPS.filter(({ columns, title }) => columns.includes(column) && !PRESENT.includes(title))
  expect(tables.map(({ title }) => title.split(',')[0])).toEqual(kinds)
  for (const table of tables) {
    const steps = cellsOf(table, 'What happens')
    expect(steps.filter((step) => step === 'reset')).toHaveLength(2)
    expect(steps.some((step) => step.includes(', rate '))).toBe(true)
    expect(cellsOf(table, 'Breach').at(-1)).toMatch(/TERMINATED|LOCKED/)
  }
})

/** Forms of present plan versions, shown on a day or two. */
const PRESENT = [
  ...['BALANCE, and a share of the initial balance', 'DAY_HIGH', 'TRAILING_CLOSED', 'PCT_OF_PEAK'],
  ...['Judged at the end of a day', 'After a payout'],
]

test('each form of present plan versions has its table', () => {
  const titles = STEPS.map(({ title }) => title)
  for (const title of PRESENT) expect(titles).toContain(title)
})

const cellsOf = ({ columns, rows }: Table, column: string): readonly string[] =>
  columns.includes(column) ? rows.map(({ cells }) => cells[columns.indexOf(column)] ?? '') : []

function examplesOf(rule: string): {
  readonly verdicts: readonly string[]
  readonly reducingVerdicts: readonly string[]
} {
  const tables = STEPS.filter(({ title }) => title === rule)
  const verdicts = tables.flatMap((table) => cellsOf(table, 'Verdict'))
  const reduces = tables.flatMap((table) => cellsOf(table, 'Reduces'))
  return { verdicts, reducingVerdicts: verdicts.filter((_, index) => reduces[index] === 'yes') }
}
