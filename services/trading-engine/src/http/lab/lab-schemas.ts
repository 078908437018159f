/** Bodies of the laboratory. */
import Joi from 'joi'
import type { WrittenRules } from '../../core/model/plan/risk-config.js'
import type { Micros } from '../../core/values/time.js'
import { PACES, type ClockMode } from '../../lab/run/recipe.js'
import { UNTIL, type Until } from '../../lab/run/run-messages.js'
import { CANDLE_INTERVALS, type CandleInterval } from '../../market/candles.js'
import { named } from '@ats/service-kit/http'
import { oneOf } from '../../wire/codec/schemas.js'
import { newsEvent, type NewsEventBody } from '../operator/schemas/calendar.js'
import { riskConfig } from '../operator/schemas/plan-file.js'
import {
  clientIdField,
  closedObject,
  positiveDecimal,
  textField,
  timestampField,
  uuidField,
  versionField,
  worded,
} from '../schemas/fields.js'
import { fault, FAULTS_MAX, latency, type FaultBody, type LatencyBody } from './lab-fault-schemas.js'
import { seed, whole, YEAR_MS } from './lab-numbers.js'
import { tape, type TapeBody } from './lab-tape-schemas.js'
import { problemOfLoopbackUrl } from './loopback-url.js'

export interface RunBody {
  readonly plan_id?: string
  readonly plan_version?: number
  readonly risk_config?: WrittenRules<bigint>
  readonly program_id?: string
  readonly program_version?: number
  readonly tape: TapeBody
  readonly from?: Micros
  readonly to?: Micros
  readonly news: readonly NewsEventBody[]
  readonly start?: { readonly balance?: bigint; readonly copy_of?: string }
  readonly pace: ClockMode
  readonly faults: readonly FaultBody[]
  readonly latency?: LatencyBody
  readonly seed: number
  readonly name?: string
  readonly campaign_id?: string
  readonly webhook_url?: string
}

const NEWS_MAX = 1_000
/** In the document, where responses have the names. */
const PACE_SCHEMAS = [
  { $ref: '#/components/schemas/LabClockMode' },
  { type: 'number', minimum: 0.5, maximum: 100_000 },
] as const

export const BODY_BYTES_MAX = 8 * 1_048_576

const moment = timestampField('start')

/** Half as fast as the wall at least: a day of a tape takes at most two. */
const SPEED_MIN = 0.5
const SPEED_MAX = 100_000

const pace = worded(
  Joi.any<ClockMode>().custom((value: unknown, joi): ClockMode | Joi.ErrorReport =>
    PACES.some((name) => name === value) || (typeof value === 'number' && value >= SPEED_MIN && value <= SPEED_MAX)
      ? (value as ClockMode)
      : joi.error('pace.base'),
  ),
  { 'pace.base': `{{#label}} must be LOCKSTEP, MAX, or a number from ${SPEED_MIN} to ${SPEED_MAX}: times real` },
).meta({ jsonSchema: { anyOf: PACE_SCHEMAS } })

const webhookUrl = textField(2_048).custom((text: string, joi) => {
  const problem = problemOfLoopbackUrl(text)
  return problem === null ? text : joi.message({ custom: `{{#label}} ${problem}` })
})

export const runBody = named(
  'StartLabRun',
  closedObject<RunBody>({
    plan_id: textField(64).description(
      'The newest version of it. One of plan_id, risk_config, program_id and start.copy_of.',
    ),
    plan_version: versionField.description('Of plan_id: an earlier one.'),
    risk_config: riskConfig
      .optional()
      .description('Rules of its own, as those of a file of plans. Needs start.balance.'),
    program_id: textField(64).description(
      'A challenge: who passes a phase goes on to the next. Nobody reviews, and identities count as checked.',
    ),
    program_version: versionField.description('Of program_id: an earlier one.'),
    tape: tape.required(),
    from: moment.description('The part of the tape that is played begins here. Absent: with the tape.'),
    to: moment.description('It ends here, which is no part of it. Absent: with the tape.'),
    news: Joi.array()
      .items(named('LabNews', newsEvent))
      .max(NEWS_MAX)
      .unique('id')
      .default([])
      .description('Scheduled news, for the rules about them; in addition to those of a tape of the library.'),
    start: named(
      'LabStart',
      closedObject<NonNullable<RunBody['start']>>({
        balance: positiveDecimal.description('Instead of that of the plan, or of the plan of each phase.'),
        copy_of: uuidField.description(
          'An account of the caller: its plan, balance, positions, working orders, highs, day and progress, as they ' +
            'are now. Instead of plan_id, risk_config and program_id.',
        ),
      }).oxor('balance', 'copy_of'),
    ),
    pace: pace.default('LOCKSTEP').description('MAX, or so many times real: the clock moves by itself.'),
    faults: Joi.array()
      .items(fault)
      .max(FAULTS_MAX)
      .default([])
      .description('What goes wrong. A request meets the first that fits.'),
    latency: latency.description('Absent: requests take no time.'),
    seed: seed.default(0).description('Of what the tape does not say, such as the sizes in books.'),
    name: textField(64),
    campaign_id: clientIdField.description('What the run is one try of.'),
    webhook_url: webhookUrl.description(
      'Receives its events. Outside production alone, and on the machine of the laboratory.',
    ),
  })
    .oxor('plan_id', 'risk_config', 'program_id')
    .with('plan_version', 'plan_id')
    .with('program_version', 'program_id')
    .custom((body: RunBody, joi) => {
      const hasRules = body.plan_id !== undefined || body.risk_config !== undefined || body.program_id !== undefined
      if (hasRules === (body.start?.copy_of !== undefined))
        return joi.message({ custom: 'one of plan_id, risk_config, program_id and start.copy_of is required' })
      if (body.risk_config !== undefined && body.start?.balance === undefined)
        return joi.message({ custom: 'start.balance is required with risk_config' })
      if (body.from !== undefined && body.to !== undefined && body.to <= body.from)
        return joi.message({ custom: 'to must be after from' })
      return body
    }),
)

export const reportQuery = closedObject<{ readonly include?: 'log' }>({
  include: oneOf(['log']).description('With recipe, commands, trace and the faults that were met.'),
})

export interface AdvanceBody {
  readonly to?: Micros
  readonly by_ms?: number
  readonly until?: Until
  readonly interval: CandleInterval
  readonly max_ticks: number
}

const TICKS_MAX = 10_000_000
export const advanceBody = named(
  'AdvanceLabRun',
  closedObject<AdvanceBody>({
    to: moment,
    by_ms: whole(1, YEAR_MS),
    until: oneOf(UNTIL, 'LabUntil').description('FILL, EVENT, BREACH: after the tick at which it came.'),
    interval: oneOf(CANDLE_INTERVALS).default('1m').description('Of the bar, for NEXT_BAR.'),
    max_ticks: whole(1, TICKS_MAX).default(TICKS_MAX),
  }).xor('to', 'by_ms', 'until'),
)
