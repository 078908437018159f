/** Plays a table of steps, row by row, and compares each with what the service then says. */
import { listingKey } from '../../../src/core/model/market/listing.js'
import { listedInstruments } from '../../../src/market/listed-instrument.js'
import { formatDecimal } from '../../../src/core/values/decimal.js'
import type { Quote } from '../../../src/core/model/market/market-view.js'
import { COLUMNS, PER_FILL, PER_TRANSFER, PER_VIOLATION, type Figure, type Shown } from './columns.js'
import { checkSum } from './hand-arithmetic.js'
import type { Table } from './read-tables.js'
import { beginExample, CATALOGUE, isRefused, takeSteps, type Example } from './take-step.js'
import type { Micros } from '../../../src/core/values/time.js'

/** The worth of the account after a row, and the prices used. */
export interface Moment {
  readonly at: Micros
  readonly balance: bigint
  readonly equity: bigint
  readonly quotes: ReadonlyMap<string, Quote | undefined>
}

export interface Played {
  readonly example: Example
  readonly moments: readonly Moment[]
}

/** Throws on a step or column that it does not know, and when the rows are not as many as what happened. */
export function playTable({ title, columns, rows }: Table): Played {
  const example = beginExample()
  const moments: Moment[] = []
  let happened: Shown[] = []
  const assertAllShown = (): void => {
    if (happened.length > 0) throw new Error(`${title}: ${happened.length} more fills or transfers than rows`)
  }
  for (const { line, cells } of rows) {
    const [steps = '', ...figures] = cells
    if (steps !== '…') {
      assertAllShown()
      takeSteps(example, steps)
      happened = shownBy(example, columns)
      moments.push(momentOf(example))
    }
    const shown = happened.shift()
    if (shown === undefined) throw new Error(`line ${line}: nothing more happened`)
    compareRow({ line, cells: figures }, columns.slice(1), (column) => figureOf(column, shown))
  }
  assertAllShown()
  return { example, moments }
}

/** Expects each cell to be, sums done, what the service says in its column. */
export function compareRow(
  { line, cells }: Table['rows'][number],
  columns: readonly string[],
  figure: (column: string) => Figure,
): void {
  const said = columns.map((column, index) => [column, resultOf(cells[index] ?? '')])
  const is = columns.map((column) => [column, written(figure(column))])
  expect({ line, ...Object.fromEntries(is) }).toEqual({ line, ...Object.fromEntries(said) })
}

/** With the minus of a computer. */
const resultOf = (cell: string): string => (/[=↑↓≈]/.test(cell) ? checkSum(cell) : cell).replace(/^−/, '-')

const written = (figure: Figure): string => (typeof figure === 'bigint' ? formatDecimal(figure) : (figure ?? '—'))

function figureOf(column: string, shown: Shown): Figure {
  const figure = COLUMNS[column]
  if (figure === undefined) throw new Error(`not a column: ${column}`)
  return figure(shown)
}

/**
 * The subjects of the rows of the latest steps: each of their fills, transfers or violations, or all of them together.
 */
function shownBy(example: Example, columns: readonly string[]): Shown[] {
  const { trader, shown, attempt } = example
  const fills = trader.fills.slice(shown.fills)
  const transfers = trader.transfers.slice(shown.transfers)
  const events = trader.events.slice(shown.events)
  const adjustments = trader.adjustments.slice(shown.adjustments)
  example.shown = {
    fills: trader.fills.length,
    transfers: trader.transfers.length,
    events: trader.events.length,
    adjustments: trader.adjustments.length,
  }
  const has = (some: readonly string[]): boolean => columns.some((column) => some.includes(column))
  if (isRefused(attempt) && !has(PER_VIOLATION)) throw new Error('an order was refused, and no column says so')
  const all = { example, transfers, events, adjustments, fill: undefined, transfer: undefined, violation: undefined }
  if (has(PER_TRANSFER)) return transfers.map((transfer) => ({ ...all, transfer }))
  const violations = attempt?.placement.violations ?? []
  if (has(PER_VIOLATION) && violations.length > 0) return violations.map((violation) => ({ ...all, violation }))
  return has(PER_FILL) && fills.length > 0 ? fills.map((fill) => ({ ...all, fill })) : [all]
}

function momentOf({ trader }: Example): Moment {
  const { market } = trader.script.context()
  return {
    at: Math.max(trader.script.now, trader.account.clock),
    balance: trader.account.balance,
    equity: trader.figures().equity,
    quotes: new Map(listedInstruments(CATALOGUE.all).map((listed) => [listingKey(listed), market.quote(listed)])),
  }
}
