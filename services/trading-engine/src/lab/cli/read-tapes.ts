/** `tape show` and `tape check`. */
import { TICK_MICROS } from '../../core/values/tick.js'
import { formatTimestamp } from '../../core/values/time.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { TapeError } from '../tapes/file/tape-bytes.js'
import { readTapeFile, type StoredTape } from '../tapes/file/tape-file.js'
import { IS_PAUSED, IS_STALE, type Tape, type TapeSeries } from '../tapes/tape.js'
import type { LabCommand } from './lab-command.js'

export const showTape: LabCommand = {
  usage: 'FILE',
  words: [1, 1],
  async run([path = ''], _, { out }) {
    out(JSON.stringify(tapeJson(await readTapeFile(path)), null, 2))
    return 0
  },
}

export const checkTapes: LabCommand = {
  usage: 'FILE…',
  words: [1, 10_000],
  async run(paths, _, { out, error }) {
    let code = 0
    for (const path of paths)
      try {
        const { id, bytes, tape } = await readTapeFile(path)
        out(JSON.stringify({ file: path, id, bytes, ticks: rowsOf(tape) }))
      } catch (problem) {
        if (!(problem instanceof TapeError)) throw problem
        error(problem.message)
        code = 1
      }
    return code
  },
}

const rowsOf = ({ series }: Tape): number => series.reduce((rows, { slots }) => rows + slots.length, 0)

/** A tape as the commands tell it. */
export function tapeJson({ id, bytes, tape }: StoredTape) {
  const ticks = rowsOf(tape)
  return {
    ...{ id, bytes, ticks, bytes_a_tick: ticks === 0 ? null : Number((bytes / ticks).toFixed(3)) },
    series: tape.series.map((series) => seriesJson(series, tape.firstTick)),
  }
}

function seriesJson({ symbol, venue, tickSize, slots, prices, flags, funding }: TapeSeries, firstTick: number) {
  const timeOf = (slot: number | undefined): string | null =>
    slot === undefined ? null : formatTimestamp((firstTick + slot) * TICK_MICROS)
  const priceOf = (steps: number | undefined): string | null =>
    steps === undefined ? null : formatDecimal(BigInt(steps) * tickSize)
  const flagged = (flag: number): number =>
    flags?.reduce((count, value) => count + Number((value & flag) !== 0), 0) ?? 0
  const bound = (pick: (a: number, b: number) => number): number | undefined =>
    prices.length === 0 ? undefined : prices.reduce((a, b) => pick(a, b))
  return {
    ...{ symbol, venue, ticks: slots.length, from: timeOf(slots[0]), to: timeOf(slots.at(-1)) },
    ...{
      first: priceOf(prices[0]),
      last: priceOf(prices.at(-1)),
      low: priceOf(bound(Math.min)),
      high: priceOf(bound(Math.max)),
    },
    ...{ stale: flagged(IS_STALE), paused: flagged(IS_PAUSED), funding: funding.length },
  }
}
