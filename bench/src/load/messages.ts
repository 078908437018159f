/** Messages between the benchmark and the load generator, a process of its own. */
import type { LatencySummary } from './latency-histogram.js'

export type Workload =
  /** MARKET orders on random accounts, in turn BUY and SELL on each. */
  | { readonly kind: 'place'; readonly accounts: number }
  /** The same, once on each account from `from` on. */
  | { readonly kind: 'place-once'; readonly from: number; readonly accounts: number }
  /** The same, so many on one account at a time, in one request. */
  | { readonly kind: 'place-batch'; readonly accounts: number; readonly size: number }
  /** LIMIT orders far from the market; the generator keeps their ids for `cancel`. */
  | { readonly kind: 'rest'; readonly accounts: number; readonly count: number }
  /** Cancels what `rest` placed. */
  | { readonly kind: 'cancel' }
  /** Opens a position each on the accounts from `from` on; the generator keeps them for `close`. */
  | { readonly kind: 'open-positions'; readonly from: number; readonly count: number }
  /** Closes what `open-positions` opened. */
  | { readonly kind: 'close' }
  /** GET of a path of random accounts, `{account}` being the id. */
  | { readonly kind: 'read'; readonly path: string; readonly accounts: number }
  /** GET of a path of each account once. */
  | { readonly kind: 'read-once'; readonly path: string; readonly accounts: number }
  /** GET without a key. */
  | { readonly kind: 'get'; readonly path: string }

export type LoadModel =
  /** So many connections, each sending its next request on the answer to the last. */
  | { readonly loop: 'closed'; readonly connections: number }
  /** Requests are due at a fixed rate, whatever the answers do; what finds no free connection waits. */
  | { readonly loop: 'open'; readonly perSecond: number; readonly connections: number }

export interface Load {
  readonly port: number
  readonly workload: Workload
  readonly pace: LoadModel
  /** Users whose keys are in turn. */
  readonly users: number
  /** Answers to what was sent in this time are checked but not counted. */
  readonly warmupMs: number
  /** Null: until the workload is exhausted. */
  readonly durationMs: number | null
  /** At most so many. */
  readonly requests?: number
  /** A request that the service could not answer (500) is sent again, so often at most; only in a closed loop. */
  readonly retries?: number
  /** For the next load of this port that keeps them, which then costs no new ones. */
  readonly keepsConnections?: boolean
  /** Makes client_ids of this load unlike those of any other. */
  readonly run: string
}

export interface LoadResult {
  /** All answers, in warm-up and after the measured time too. */
  readonly answered: number
  /** Answers in the measured time. */
  readonly completed: number
  readonly seconds: number
  readonly perSecond: number
  readonly latency: LatencySummary
  /** Answers, in warm-up too, that were not what they should be. */
  readonly errors: number
  /** A few of them. */
  readonly problems: readonly string[]
}

export type GeneratorAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly result: LoadResult }
  | { readonly type: 'failed'; readonly message: string }
