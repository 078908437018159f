import { frameText } from '@ats/service-kit/http'
import type { Topic } from './newest-values.js'

/** Trades of ticks: those of a tick appear together. */
export interface TradesOfTicks {
  /** The last of the ticks. */
  readonly tick: number
  /** The JSON of each trade, oldest first. */
  readonly texts: readonly string[]
}

export interface TradesTopicOptions {
  readonly symbol: string
  readonly venue: string
  /** The latest trades, for those who come. */
  readonly latest: () => Promise<TradesOfTicks>
  /** The trades after a tick. */
  readonly since: (tick: number) => TradesOfTicks
}

/** The trades that a slow reader still gets; older ones are not sent to it. */
const KEPT = 500
const FIRST = 50

interface Entry {
  readonly version: number
  readonly texts: readonly string[]
}

/** The public trades of a listing: the latest for those who come, then the new ones, each once. */
export function tradesTopic({ symbol, venue, latest, since }: TradesTopicOptions): Topic {
  let tick: number | null = null
  let version = 0
  let entries: Entry[] = []
  let made: { readonly after: number; readonly of: number; readonly bytes: Buffer } | null = null

  const add = (found: TradesOfTicks): void => {
    tick = found.tick
    if (found.texts.length === 0 && version > 0) return
    version += 1
    entries.push({ version, texts: found.texts })
    let kept = 0
    const oldest = entries.findLastIndex(({ texts }) => (kept += texts.length) >= KEPT)
    if (oldest > 0) entries = entries.slice(oldest)
  }
  const textsAfter = (after: number): readonly string[] => {
    const texts = entries.filter((entry) => entry.version > after).flatMap((entry) => entry.texts)
    return after === 0 ? texts.slice(-FIRST) : texts
  }
  return {
    prepare: async () => {
      if (tick !== null) return
      const found = await latest()
      if (tick === null) add(found)
    },
    update() {
      if (tick !== null) add(since(tick))
    },
    version: () => version,
    after(after) {
      if (version === 0) return null
      if (made?.after !== after || made.of !== version) {
        const data = `{"symbol":"${symbol}","venue":"${venue}","trades":[${textsAfter(after).join(',')}]}`
        made = { after, of: version, bytes: Buffer.from(frameText({ event: 'trades', data })) }
      }
      return { bytes: made.bytes, count: 1 }
    },
  }
}
