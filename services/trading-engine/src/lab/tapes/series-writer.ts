/** Makes the columns of a series row by row. */
import type { ListingGrid } from '../../core/model/market/published-tick.js'
import { TAPE_ROWS_MAX, TapeError } from './file/tape-bytes.js'
import type { TapeFunding, TapeSeries } from './tape.js'

export interface TapeRow {
  readonly slot: number
  /** In steps of the grid. */
  readonly price: number
  readonly spread: number
  readonly flags: number
}

export interface SeriesWriter {
  /**
   * Slots never fall. Of rows of one slot the last one holds, and one that says what holds already is left out.
   * @throws TapeError for what no tape can have
   */
  readonly add: (row: TapeRow) => void
  readonly finish: (funding?: readonly TapeFunding[]) => TapeSeries
}

const START_ROWS = 1_024
const UINT32_MAX = 2 ** 32 - 1

export function createSeriesWriter({ symbol, venue, tickSize }: ListingGrid): SeriesWriter {
  let slots = new Uint32Array(START_ROWS)
  let prices = new Uint32Array(START_ROWS)
  let spreads = new Uint32Array(START_ROWS)
  let flags = new Uint8Array(START_ROWS)
  let rows = 0

  const grow = (): void => {
    if (rows >= TAPE_ROWS_MAX) throw new TapeError(`a tape has at most ${TAPE_ROWS_MAX} rows`)
    slots = wider(slots, new Uint32Array(2 * rows))
    prices = wider(prices, new Uint32Array(2 * rows))
    spreads = wider(spreads, new Uint32Array(2 * rows))
    flags = wider(flags, new Uint8Array(2 * rows))
  }
  const holds = (row: TapeRow, at: number): boolean =>
    at >= 0 && prices[at] === row.price && spreads[at] === row.spread && flags[at] === row.flags
  const check = ({ slot, price, spread }: TapeRow): void => {
    if (!(slot >= (rows === 0 ? 0 : (slots[rows - 1] ?? 0)) && slot <= UINT32_MAX))
      throw new TapeError(`${symbol}: the slot ${slot} is before the one before, or beyond a tape`)
    if (!(price >= 1 && price <= UINT32_MAX && spread <= UINT32_MAX))
      throw new TapeError(`${symbol}: no tape can tell a price of ${price} steps with a spread of ${spread}`)
  }

  return {
    add(row) {
      check(row)
      if (rows > 0 && slots[rows - 1] === row.slot) rows -= 1
      if (holds(row, rows - 1)) return
      if (rows === slots.length) grow()
      slots[rows] = row.slot
      prices[rows] = row.price
      spreads[rows] = row.spread
      flags[rows] = row.flags
      rows += 1
    },
    finish: (funding = []) => ({
      ...{ symbol, venue, tickSize, slots: slots.slice(0, rows), prices: prices.slice(0, rows) },
      spreads: unlessZero(spreads.slice(0, rows)),
      flags: unlessZero(flags.slice(0, rows)),
      funding,
    }),
  }
}

function wider<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from)
  return to
}

const unlessZero = <T extends Uint32Array | Uint8Array>(values: T): T | null =>
  values.some((value) => value !== 0) ? values : null
