/** Bodies of the laboratory. */
import Joi from 'joi'
import { VENUE_IDS, type VenueId } from '../../core/model/market/instrument.js'
import type { Micros } from '../../core/values/time.js'
import { PACES, type ClockMode } from '../../lab/run/recipe.js'
import { UNTIL, type Until } from '../../lab/run/run-messages.js'
import { CANDLE_INTERVALS, type CandleInterval } from '../../market/candles.js'
import { oneOf } from '../../wire/codec/schemas.js'
import {
  clientIdField,
  closedObject,
  positiveDecimal,
  symbolField,
  textField,
  timestampField,
} from '../schemas/fields.js'

export interface RunBody {
  readonly plan_id: string
  readonly tape: ModelBody | TicksBody
  readonly start?: { readonly balance?: bigint }
  readonly pace: ClockMode
  readonly seed: number
  readonly name?: string
  readonly campaign_id?: string
}

export interface ModelBody {
  readonly model: ModelName
  readonly seed: number
  readonly symbols: readonly string[]
  readonly step_ms: number
  readonly from: Micros
  readonly to: Micros
  readonly volatility?: number
  readonly drift: number
  readonly correlation: number
  readonly jumps_per_day: number
  readonly jump_size: number
  readonly alpha: number
  readonly beta: number
}

const MODELS = ['SYNTHETIC', 'GBM', 'GARCH'] as const
type ModelName = (typeof MODELS)[number]

export interface TicksBody {
  readonly model: 'TICKS'
  readonly series: readonly {
    readonly symbol: string
    readonly venue?: VenueId
    readonly points: readonly (readonly [at: Micros, price: bigint])[]
  }[]
}

export const SYMBOLS_MAX = 8
/** Made in some seconds. */
export const ROWS_MAX = 1_000_000
const POINTS_MAX = 100_000
export const BODY_BYTES_MAX = 8 * 1_048_576

const whole = (from: number, to: number): Joi.NumberSchema => Joi.number().strict().integer().min(from).max(to)
const seed = whole(0, Number.MAX_SAFE_INTEGER)
const moment = timestampField('start')

const fraction = (least: number): Joi.NumberSchema => Joi.number().strict().min(least).max(1)

const modelled = closedObject<ModelBody>({
  model: oneOf(MODELS)
    .required()
    .description('The synthetic market of this service, of another seed; a walk with jumps; GARCH(1, 1).'),
  seed: seed.default(0),
  symbols: Joi.array().items(symbolField).min(1).max(SYMBOLS_MAX).required(),
  step_ms: whole(250, 86_400_000).default(1_000).description('Between two prices; a multiple of 250.'),
  from: moment.required(),
  to: moment.required().description('The end, which is no part of it.'),
  volatility: fraction(0).description("A day's. Absent: that of each symbol in the catalogue. GBM, GARCH."),
  drift: fraction(-1).default(0).description('The expected return of a day. GBM, GARCH.'),
  correlation: fraction(0).default(0).description('Between any two symbols. GBM, GARCH.'),
  jumps_per_day: Joi.number().strict().min(0).max(10_000).default(0).description('GBM.'),
  jump_size: fraction(0).default(0).description('The standard deviation of a jump. GBM.'),
  alpha: fraction(0).default(0.1).description('GARCH.'),
  beta: fraction(0).default(0.85).description('GARCH.'),
}).custom((body: ModelBody, joi) => {
  if (body.step_ms % 250 !== 0) return joi.message({ custom: 'step_ms must be a multiple of 250' })
  if (body.to <= body.from) return joi.message({ custom: 'to must be after from' })
  const rows = body.symbols.length * Math.ceil((body.to - body.from) / (body.step_ms * 1_000))
  return rows <= ROWS_MAX
    ? body
    : joi.message({ custom: `the tape would have ${rows} prices; ${ROWS_MAX} are the most` })
})

const points = Joi.array()
  .items(Joi.array().ordered(moment.required(), positiveDecimal.required()))
  .min(1)
  .max(POINTS_MAX)
  .required() as Joi.Schema as Joi.ArraySchema<TicksBody['series'][number]['points']>

const ticks = closedObject<TicksBody>({
  model: oneOf(['TICKS']).required().description('The prices that are given.'),
  series: Joi.array()
    .items(
      closedObject<TicksBody['series'][number]>({
        symbol: symbolField.required(),
        venue: oneOf(VENUE_IDS),
        points: points.description('Pairs of a moment and a price, in the order of time.'),
      }),
    )
    .min(1)
    .max(SYMBOLS_MAX)
    .required(),
})

const tape = Joi.alternatives().conditional('.model', {
  is: 'TICKS',
  then: ticks,
  otherwise: modelled,
}) as Joi.Schema as Joi.AlternativesSchema<RunBody['tape']>

export const runBody = closedObject<RunBody>({
  plan_id: textField(64).required().description('The newest version of it.'),
  tape: tape.required(),
  start: closedObject<NonNullable<RunBody['start']>>({ balance: positiveDecimal }),
  pace: oneOf(PACES).default('LOCKSTEP'),
  seed: seed.default(0).description('Of what the tape does not say, such as the sizes in books.'),
  name: textField(64),
  campaign_id: clientIdField.description('What the run is one try of.'),
})

export interface AdvanceBody {
  readonly to?: Micros
  readonly by_ms?: number
  readonly until?: Until
  readonly interval: CandleInterval
  readonly max_ticks: number
}

const TICKS_MAX = 10_000_000
const YEAR_MS = 366 * 86_400_000

export const advanceBody = closedObject<AdvanceBody>({
  to: moment,
  by_ms: whole(1, YEAR_MS),
  until: oneOf(UNTIL).description('FILL, EVENT, BREACH: after the tick at which it came.'),
  interval: oneOf(CANDLE_INTERVALS).default('1m').description('Of the bar, for NEXT_BAR.'),
  max_ticks: whole(1, TICKS_MAX).default(TICKS_MAX),
}).xor('to', 'by_ms', 'until')
