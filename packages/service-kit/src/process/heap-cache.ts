/** All caches in memory: each kind has a share of the heap that the process may use. */
import { getHeapStatistics } from 'node:v8'
import { LRUCache } from 'lru-cache'

interface HeapShare {
  /** The share of the heap limit that each cache of the kind takes when it is full. */
  readonly percent: number
  /** The largest usual entry, or a unit where a cache says the size of its entries; measured on Node 20. */
  readonly bytes: number
  /** How many of the kind a process has at most. */
  readonly count: number
}

/** Each kind of cache, of the services and the dashboard; docs/SCALING.md says what they hold. */
export const HEAP_SHARES = {
  accounts: { percent: 25, bytes: 1_400, count: 1 },
  'known keys': { percent: 2, bytes: 900, count: 1 },
  'verified keys': { percent: 1, bytes: 2_000, count: 2 },
  'unknown hooks': { percent: 0.25, bytes: 250, count: 1 },
  'known users': { percent: 1, bytes: 200, count: 1 },
  'counted budgets': { percent: 1, bytes: 250, count: 6 },
  'spent budgets': { percent: 0.5, bytes: 1_800, count: 6 },
  'query texts': { percent: 0.03, bytes: 600, count: 40 },
  'shared texts': { percent: 0.9, bytes: 2, count: 1 },
  'account odds': { percent: 0.1, bytes: 2_400, count: 1 },
  'closed candles': { percent: 0.5, bytes: 400, count: 1 },
  'raised marks': { percent: 0.25, bytes: 200, count: 1 },
  'contested accounts': { percent: 0.25, bytes: 180, count: 1 },
  'refused market moves': { percent: 0.1, bytes: 160, count: 1 },
  'relayed accounts': { percent: 1, bytes: 160, count: 1 },
  'webhook endpoints': { percent: 1, bytes: 3_000, count: 1 },
  'proven webhook URLs': { percent: 1, bytes: 2_200, count: 1 },
  'open sessions': { percent: 0.5, bytes: 1_200, count: 1 },
  'ended sessions': { percent: 0.5, bytes: 200, count: 1 },
  'signed changes': { percent: 0.1, bytes: 200, count: 2 },
} as const satisfies Readonly<Record<string, HeapShare>>

export type HeapCacheKind = keyof typeof HEAP_SHARES

export type HeapCache<V extends NonNullable<unknown>> = LRUCache<string, V>

export interface HeapCacheOptions<V> {
  /** In units of the kind's bytes; default 1 an entry. */
  readonly sizeOf?: (value: V) => number
  /** Entries are dropped at this age, in ms. Default: they stay until they are evicted. */
  readonly ttl?: number
  /** In bytes. Default: the limit of this process. */
  readonly heapLimit?: number
}

/** A cache of the most recently used; what it holds when full is the kind's share of the heap. */
export function createHeapCache<V extends NonNullable<unknown>>(
  kind: HeapCacheKind,
  { sizeOf = () => 1, ttl = 0, heapLimit = getHeapStatistics().heap_size_limit }: HeapCacheOptions<V> = {},
): HeapCache<V> {
  const { percent, bytes } = HEAP_SHARES[kind]
  // By size: `max` would take the room of that many entries now.
  return new LRUCache({
    maxSize: Math.max(1, Math.floor((heapLimit * percent) / 100 / bytes)),
    sizeCalculation: sizeOf,
    ttl,
  })
}
