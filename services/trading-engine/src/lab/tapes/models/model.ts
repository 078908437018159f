/**
 * Made-up prices from a seed. The same model, seed and span give the same tape on every machine and version of Node.
 * Each symbol is told at its primary venue, in the hours in which that is open; what happens in between shows as a gap.
 */
import { assertNever } from '../../../core/values/assert-never.js'
import type { Instrument } from '../../../core/model/market/instrument.js'
import { TICK_MICROS } from '../../../core/values/tick.js'
import type { Catalogue } from '../../../market/catalogue.js'
import { TapeError } from '../file/tape-bytes.js'
import type { Tape } from '../tape.js'
import { bootstrapTape } from './bootstrap.js'
import { MODEL_ROWS_MAX, type Model, type ModelSpan, type Walk } from './model-spec.js'
import { syntheticTape } from './synthetic.js'
import { garchTape, gbmTape } from './walks.js'

const SYMBOLS_MAX = 20
const YEARS_5_MICROS = 5 * 366 * 86_400_000_000

/** @throws TapeError for what no tape can have, or would take too long */
export function modelTape(model: Model, catalogue: Catalogue): Tape {
  const { seed, from, to } = model.of
  check(Number.isSafeInteger(seed) && seed >= 0, 'a seed is a whole number from 0 to 2^53 - 1')
  check(
    from >= 0 && to > from && to - from <= YEARS_5_MICROS,
    'a span ends after it begins, and is of five years at most',
  )
  switch (model.model) {
    case 'GBM':
      checkWalk(model)
      check(isWithin(model.jumpsPerDay, 0, 10_000), 'there are 0 to 10,000 jumps a day')
      check(isWithin(model.jumpSize, 0, 1), 'the size of jumps is a fraction from 0 to 1')
      return gbmTape(model, instrumentsOf(model.of, catalogue))
    case 'GARCH':
      checkWalk(model)
      check(isWithin(model.alpha, 0, 1) && isWithin(model.beta, 0, 1), 'alpha and beta are from 0 to 1')
      check(model.alpha + model.beta < 1, 'alpha and beta together are below 1')
      return garchTape(model, instrumentsOf(model.of, catalogue))
    case 'BOOTSTRAP':
      return bootstrapTape(model, catalogue)
    case 'SYNTHETIC':
      return syntheticTape(model.of, instrumentsOf(model.of, catalogue))
    default:
      return assertNever(model)
  }
}

const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most

function checkWalk({ volatility, drift, correlation }: Walk): void {
  check(volatility === null || isWithin(volatility, 0, 1), 'the volatility of a day is a fraction from 0 to 1')
  check(isWithin(drift, -1, 1), 'the drift of a day is a fraction from -1 to 1')
  check(isWithin(correlation, 0, 1), 'the correlation is from 0 to 1')
}

function instrumentsOf({ symbols, from, to, every }: ModelSpan, catalogue: Catalogue): readonly Instrument[] {
  check(Number.isSafeInteger(every) && isWithin(every, 1, 2 ** 31), 'prices are a whole number of slots apart')
  check(symbols.length > 0 && symbols.length <= SYMBOLS_MAX, `there are 1 to ${SYMBOLS_MAX} symbols`)
  const rows = ((to - from) / TICK_MICROS / every) * symbols.length
  check(rows <= MODEL_ROWS_MAX, `these would be ${Math.ceil(rows)} ticks, and ${MODEL_ROWS_MAX} are made at most`)
  const found = symbols.map((symbol) => {
    const instrument = catalogue.resolve(symbol)
    if (instrument === undefined) throw new TapeError(`"${symbol}" is no listed symbol`)
    return instrument
  })
  check(new Set(found).size === found.length, 'a symbol is named twice')
  return found
}

function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new TapeError(otherwise)
}
