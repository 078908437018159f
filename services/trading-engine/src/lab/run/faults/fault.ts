/** The faults of a run: they go wrong because it was asked for. A request meets the first that fits it. */

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
/** The same of an event of a stream, or of the stream. */
export const STREAM_FAULTS = ['CUT_STREAM', 'DUPLICATE_EVENT', 'REORDER_EVENTS'] as const
/** The same of a span of time: prices that cannot be relied on, a halted market, a service that is down. */
export const SPAN_FAULTS = ['STALE_FEED', 'HALT', 'DOWNTIME'] as const

export type RequestFaultAction = (typeof REQUEST_FAULTS)[number]
export type StreamFaultAction = (typeof STREAM_FAULTS)[number]
export type SpanFaultAction = (typeof SPAN_FAULTS)[number]
export type FaultAction = RequestFaultAction | StreamFaultAction | SpanFaultAction

/** All that is said has to fit. */
export interface FaultWhen {
  /** The number, from 1, among the requests, or the events of a stream, that fit otherwise. */
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
  /** The length of DELAY and of a span of time, by the run's clock. */
  readonly forMs: number
  /** The symbol of STALE_FEED and HALT; null: all that the tape has. */
  readonly symbol: string | null
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

const isOneOf = <T extends string>(actions: readonly T[], action: string): action is T =>
  (actions as readonly string[]).includes(action)

export const isOfRequests = (action: FaultAction): action is RequestFaultAction => isOneOf(REQUEST_FAULTS, action)
export const isOfStreams = (action: FaultAction): action is StreamFaultAction => isOneOf(STREAM_FAULTS, action)
export const isOfSpan = (action: FaultAction): action is SpanFaultAction => isOneOf(SPAN_FAULTS, action)
