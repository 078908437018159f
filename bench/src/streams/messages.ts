import type { LatencySummary } from '../load/latency-histogram.js'

/** One stream of an account each. */
export interface OpenStreams {
  readonly type: 'open'
  readonly port: number
  readonly accounts: readonly number[]
  readonly users: number
}

export type ReaderRequest = OpenStreams | { readonly type: 'close' }

export interface StreamsRead {
  /** Account frames. */
  readonly frames: number
  readonly bytes: number
  /** From the moment of an event, as it says itself, to its frame. */
  readonly lag: LatencySummary
  /** Sequences that did not follow the one before. */
  readonly gaps: number
  /** Streams that had ended by themselves. */
  readonly ended: number
}

export type ReaderAnswer =
  | { readonly type: 'ready' | 'opened' }
  | { readonly type: 'read'; readonly read: StreamsRead }
  | { readonly type: 'failed'; readonly message: string }
