/** The bodies of faults of a run, and of the time that its requests take. */
import Joi from 'joi'
import { ALL_RISK_RULES, type RiskRule } from '../../core/model/plan/violation.js'
import { FAULT_ACTIONS, isOfSpan, type FaultAction } from '../../lab/run/faults/fault.js'
import { named } from '@ats/service-kit/http'
import { oneOf } from '../../wire/codec/schemas.js'
import { clientIdField, closedObject, symbolField, textField } from '../schemas/fields.js'
import { fraction, whole, YEAR_MS } from './lab-numbers.js'

export interface LatencyBody {
  readonly ack_ms: number
  readonly fill_ms: number
  readonly jitter_ms: number
}

export interface FaultBody {
  readonly do: FaultAction
  readonly when: {
    readonly nth?: number
    readonly client_id_prefix?: string
    readonly path?: string
    readonly method?: string
    readonly after_ms?: number
    readonly chance?: number
  }
  readonly times?: number
  readonly for_ms?: number
  readonly symbol?: string
  readonly rule?: RiskRule
  readonly share?: number
}

/** Rules of LIVE accounts refuse nothing in a run. */
const REJECTING_RULES = ALL_RISK_RULES.filter((rule) => rule !== 'venue_limit')
export const FAULTS_MAX = 50
const FAULT_TIMES_MAX = 100_000
const DELAY_MS_MAX = 86_400_000

export const latency = named(
  'LabLatency',
  closedObject<LatencyBody>({
    ack_ms: whole(0, DELAY_MS_MAX).default(0).description('Until a request that changes something is decided on.'),
    fill_ms: whole(0, DELAY_MS_MAX).default(0).description('From then until it is answered.'),
    jitter_ms: whole(0, DELAY_MS_MAX).default(0).description('Up to so much more for each, drawn from `seed`.'),
  }),
)

export const fault = named(
  'LabFaultRequest',
  closedObject<FaultBody>({
    do: oneOf(FAULT_ACTIONS, 'LabFault').required(),
    when: named(
      'LabFaultWhen',
      closedObject<FaultBody['when']>({
        nth: whole(1, FAULT_TIMES_MAX).description('The number, from 1, among those that fit otherwise.'),
        client_id_prefix: clientIdField.description('How its client_id begins.'),
        path: textField(256).description(
          'How its path begins, as /v1/order; of webhooks /webhooks/ and the type of event.',
        ),
        method: oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], 'LabMethod'),
        after_ms: whole(0, YEAR_MS).description("By the run's clock, since its beginning."),
        chance: fraction(0).description('The share of those that fit, drawn from `seed`.'),
      })
        .default({})
        .description('All that is said has to fit. Absent: everything does.'),
    ),
    times: whole(1, FAULT_TIMES_MAX).description('So often at most. Absent: once; with `chance` without an end.'),
    for_ms: whole(1, YEAR_MS).description(
      'Of DELAY, STALE_FEED, HALT and DOWNTIME, which need it, and of WITHHOLD_WEBHOOK. Absent there: for ever.',
    ),
    symbol: symbolField.description('Of STALE_FEED and HALT. Absent: all symbols of the tape.'),
    rule: oneOf(REJECTING_RULES, 'LabRejectingRule').description('Of REJECT, which needs it.'),
    share: Joi.number().strict().greater(0).less(1).description('Of PARTIAL_FILL: the part that fills. Absent: half.'),
  }).custom((body: FaultBody, joi) => {
    const isSpan = isOfSpan(body.do)
    const needsSpan = isSpan || body.do === 'DELAY'
    if (needsSpan !== (body.for_ms !== undefined) && body.do !== 'WITHHOLD_WEBHOOK')
      return joi.message({ custom: `for_ms is ${needsSpan ? 'required' : 'not allowed'} with ${body.do}` })
    if (isSpan && Object.keys(body.when).some((name) => name !== 'after_ms'))
      return joi.message({ custom: `${body.do} takes after_ms alone in when` })
    if (body.symbol !== undefined && body.do !== 'STALE_FEED' && body.do !== 'HALT')
      return joi.message({ custom: `symbol is not allowed with ${body.do}` })
    if ((body.rule !== undefined) !== (body.do === 'REJECT'))
      return joi.message({ custom: `rule is ${body.do === 'REJECT' ? 'required' : 'not allowed'} with ${body.do}` })
    if (body.share !== undefined && body.do !== 'PARTIAL_FILL')
      return joi.message({ custom: `share is not allowed with ${body.do}` })
    return body
  }),
)
