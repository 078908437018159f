/** `tape list`, `tape show`, `tape check` and `tape golden`. A name that is in the library is no file. */
import { TICK_MICROS } from '../../core/values/tick.js'
import { formatTimestamp } from '../../core/values/time.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { loadCatalogue } from '../../market/catalogue.js'
import { LIBRARY } from '../library/entries.js'
import { findEntry, firstDifference, goldenOf, makeEntry, resultOf } from '../library/library.js'
import { TapeError } from '../tapes/file/tape-bytes.js'
import { readTapeFile, type StoredTape } from '../tapes/file/tape-file.js'
import { IS_PAUSED, IS_STALE, type Tape, type TapeSeries } from '../tapes/tape.js'
import type { LabCommand } from './lab-command.js'

export const listTapes: LabCommand = {
  usage: '',
  words: [0, 0],
  run(_, __, { out }) {
    for (const entry of LIBRARY)
      out(`${entry.name.padEnd(14)} ${goldenOf(entry)?.tape.slice(0, 12) ?? ''}  ${entry.about}`)
    return Promise.resolve(0)
  },
}

export const showTape: LabCommand = {
  usage: 'NAME|FILE',
  words: [1, 1],
  async run([name = ''], _, { out }) {
    const entry = findEntry(name)
    const shown = tapeJson(entry === undefined ? await readTapeFile(name) : makeEntry(entry, loadCatalogue()))
    const told = entry && { about: entry.about, golden: goldenOf(entry)?.lines }
    out(JSON.stringify({ ...shown, ...told }, null, 2))
    return 0
  },
}

export const checkTapes: LabCommand = {
  usage: '[NAME|FILE…] (all of the library where none is named)',
  words: [0, 10_000],
  async run(named, _, { out, error }) {
    const catalogue = loadCatalogue()
    let code = 0
    for (const name of named.length > 0 ? named : LIBRARY.map((entry) => entry.name))
      try {
        const entry = findEntry(name)
        const { id, bytes, tape } = entry === undefined ? await readTapeFile(name) : makeEntry(entry, catalogue)
        const difference = entry && firstDifference(resultOf(entry, catalogue), goldenOf(entry))
        if (difference !== null && difference !== undefined) throw new TapeError(`${name}: ${difference}`)
        out(JSON.stringify({ ...(entry === undefined ? { file: name } : { name }), id, bytes, ticks: rowsOf(tape) }))
      } catch (problem) {
        if (!(problem instanceof TapeError)) throw problem
        error(problem.message)
        code = 1
      }
    return code
  },
}

/** For golden.json, after a change that was meant. */
export const tellGolden: LabCommand = {
  usage: '> services/trading-engine/src/lab/library/golden.json',
  words: [0, 0],
  run(_, __, { out }) {
    const catalogue = loadCatalogue()
    out(JSON.stringify(Object.fromEntries(LIBRARY.map((entry) => [entry.name, resultOf(entry, catalogue)])), null, 2))
    return Promise.resolve(0)
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
