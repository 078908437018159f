/** The faults of a run: they go wrong because it was asked for. A request meets the first that fits it. */
import type { ForcedOutcome } from '../../../core/model/forced-outcome.js'
import type { RiskRule } from '../../../core/model/plan/violation.js'
import type { Rate } from '../../../core/values/decimal.js'

/** The ways in which a request that fits goes wrong. */
export const REQUEST_FAULTS = [
  'DROP_BEFORE',
  'DROP_ANSWER_AFTER_COMMIT',
  '429',
  '500',
  '503',
  '500_AFTER_COMMIT',
  'DELAY',
] as const
/** The fates of an order that is placed, decided with it: a rule refuses it, or its venue does not fill all of it. */
export const ORDER_FAULTS = ['REJECT', 'PARTIAL_FILL', 'ORACLE_CANCEL'] as const
/** The same of an event of a stream, or of the stream; the last two also of a webhook. */
export const STREAM_FAULTS = ['CUT_STREAM', 'DUPLICATE_EVENT', 'REORDER_EVENTS'] as const
/** The same of a webhook alone: it does not arrive. */
export const WEBHOOK_FAULTS = ['WITHHOLD_WEBHOOK'] as const
/** The same of a span of time: prices that cannot be relied on, a halted market, a service that is down. */
export const SPAN_FAULTS = ['STALE_FEED', 'HALT', 'DOWNTIME'] as const

export type RequestFaultAction = (typeof REQUEST_FAULTS)[number]
export type OrderFaultAction = (typeof ORDER_FAULTS)[number]
export type StreamFaultAction = (typeof STREAM_FAULTS)[number]
export type WebhookFaultAction = (typeof WEBHOOK_FAULTS)[number]
export type SpanFaultAction = (typeof SPAN_FAULTS)[number]
export type FaultAction =
  RequestFaultAction | OrderFaultAction | StreamFaultAction | WebhookFaultAction | SpanFaultAction
export const FAULT_ACTIONS = [
  ...REQUEST_FAULTS,
  ...ORDER_FAULTS,
  ...STREAM_FAULTS,
  ...WEBHOOK_FAULTS,
  ...SPAN_FAULTS,
] as const

/** All that is said has to fit. */
export interface FaultWhen {
  /** The number, from 1, among the requests, events of a stream or webhooks that fit otherwise. */
  readonly nth: number | null
  /** The beginning of its client_id. */
  readonly clientIdPrefix: string | null
  /** The beginning of its path. */
  readonly path: string | null
  readonly method: string | null
  /** Milliseconds of the run's clock since its beginning. */
  readonly afterMs: number | null
  /** The share of those that fit, drawn from the run's seed. */
  readonly chance: number | null
}

export interface Fault {
  readonly do: FaultAction
  readonly when: FaultWhen
  /** The most that it may do so. */
  readonly times: number
  /** The length of DELAY and of a span of time, by the run's clock; of WITHHOLD_WEBHOOK 0 is for ever. */
  readonly forMs: number
  /** The symbol of STALE_FEED and HALT; null: all that the tape has. */
  readonly symbol: string | null
  /** The rule of REJECT; null for all others. */
  readonly rule: RiskRule | null
  /** The part of an order that PARTIAL_FILL fills; null for all others. */
  readonly share: Rate | null
}

/** The way of a request that changes something, by the run's clock. */
export interface Latency {
  /** The time until it is decided on. */
  readonly ackMs: number
  /** The time from then until its answer. */
  readonly fillMs: number
  /** The most that is added to each of the two, drawn from the run's seed. */
  readonly jitterMs: number
}

/** Tells the fate that such a fault gives an order; null: it is of another kind. */
export function forcedBy({ do: action, rule, share }: Fault): ForcedOutcome | null {
  if (action === 'REJECT' && rule !== null) return { kind: 'REJECT', rule }
  if (action === 'PARTIAL_FILL' && share !== null) return { kind: 'PARTIAL_FILL', share }
  return action === 'ORACLE_CANCEL' ? { kind: 'ORACLE_CANCEL' } : null
}

const isOneOf = <T extends string>(actions: readonly T[], action: string): action is T =>
  (actions as readonly string[]).includes(action)

export const isOfRequests = (action: FaultAction): action is RequestFaultAction => isOneOf(REQUEST_FAULTS, action)
export const isOfOrders = (action: FaultAction): action is OrderFaultAction => isOneOf(ORDER_FAULTS, action)
export const isOfStreams = (action: FaultAction): action is StreamFaultAction => isOneOf(STREAM_FAULTS, action)
/** Events are told by streams and by webhooks: both can have them twice, or in another order. */
export const isOfWebhooks = (action: FaultAction): boolean =>
  isOneOf([...WEBHOOK_FAULTS, 'DUPLICATE_EVENT', 'REORDER_EVENTS'], action)
export const isOfSpan = (action: FaultAction): action is SpanFaultAction => isOneOf(SPAN_FAULTS, action)

/** @param sinceMs since the faults began to be met */
export const isDownAt = (faults: readonly Fault[], sinceMs: number): boolean =>
  faults.some(({ do: action, when, forMs }) => {
    const downMs = sinceMs - (when.afterMs ?? 0)
    return action === 'DOWNTIME' && downMs >= 0 && downMs < forMs
  })

/** Tells apart what becomes of a request: it is done all the same, or it is not decided on at all. */
export const isAfterCommit = ({ do: action }: Fault): boolean => action.endsWith('AFTER_COMMIT')
export const isTurnedAway = (fault: Fault): boolean =>
  isOfRequests(fault.do) && !isAfterCommit(fault) && fault.do !== 'DELAY'
