/** Bodies of tapes that runs are played on. */
import Joi from 'joi'
import { named } from '@ats/service-kit/http'
import { VENUE_IDS, type VenueId } from '../../core/model/market/instrument.js'
import type { Micros } from '../../core/values/time.js'
import { oneOf } from '../../wire/codec/schemas.js'
import { closedObject, positiveDecimal, symbolField, textField, timestampField } from '../schemas/fields.js'
import { fraction, seed, whole } from './lab-numbers.js'

export type TapeBody = ModelBody | TicksBody | ResampledBody | StoredBody

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
const moment = timestampField('start')

const modelled = named(
  'LabModelTape',
  closedObject<ModelBody>({
    model: oneOf(MODELS, 'LabModel')
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
  }),
)

const points = Joi.array()
  .items(Joi.array().ordered(moment.required(), positiveDecimal.required()))
  .min(1)
  .max(POINTS_MAX)
  .required() as Joi.Schema as Joi.ArraySchema<TicksBody['series'][number]['points']>

export interface StoredBody {
  readonly id: string
}

export interface ResampledBody {
  readonly model: 'BOOTSTRAP'
  readonly source: string
  readonly seed: number
  readonly from: Micros
  readonly to: Micros
}

const ticks = named(
  'LabGivenTape',
  closedObject<TicksBody>({
    model: oneOf(['TICKS'], 'LabTicks').required().description('The prices that are given.'),
    series: Joi.array()
      .items(
        named(
          'LabGivenSeries',
          closedObject<TicksBody['series'][number]>({
            symbol: symbolField.required(),
            venue: oneOf(VENUE_IDS),
            points: points.description('Pairs of a moment and a price, in the order of time.'),
          }),
        ),
      )
      .min(1)
      .max(SYMBOLS_MAX)
      .required(),
  }),
)

const tapeName = textField(128).required()

const resampled = named(
  'LabResampledTape',
  closedObject<ResampledBody>({
    model: oneOf(['BOOTSTRAP'], 'LabBootstrap').required().description('Days of a kept tape, drawn again.'),
    source: tapeName.description('The name or the id of a kept tape.'),
    seed: seed.default(0),
    from: moment.required(),
    to: moment.required(),
  }),
)

const stored = named(
  'LabKeptTapeName',
  closedObject<StoredBody>({
    id: tapeName.description('The name of a kept tape, or its SHA-256; GET /v1/lab/tapes has them.'),
  }),
)

/** The tape of a run: a model, prices that are given, days that are drawn again, or one that is kept. */
export const tape = Joi.alternatives()
  .conditional('.model', { is: 'TICKS', then: ticks })
  .conditional('.model', { is: 'BOOTSTRAP', then: resampled })
  .conditional('.id', {
    is: Joi.exist(),
    then: stored,
    otherwise: modelled,
  }) as Joi.Schema as Joi.AlternativesSchema<TapeBody>
