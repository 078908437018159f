import { frameText } from '@ats/service-kit/http'
import type { Micros } from '../core/values/time.js'
import type { Frames, Topic } from './newest-values.js'

export interface CandleRow {
  readonly startsAt: Micros
  /** Its JSON. */
  readonly text: string
}

export interface CandlesTopicOptions {
  readonly symbol: string
  readonly venue: string
  readonly interval: string
  /** The candles that start there or later, oldest first; the latest alone without a start. */
  readonly from: (start: Micros | null) => Promise<readonly CandleRow[]>
}

/** The open candle as it changes. When it has ended, its final form goes before the first of the next one. */
export function candlesTopic({ symbol, venue, interval, from }: CandlesTopicOptions): Topic {
  let rows: readonly CandleRow[] = []
  let newest: CandleRow | null = null
  let version = 0
  /** The version in which the newest candle was new, and the final form of those before it. */
  let begun = { version: 0, finals: EMPTY }
  let made: { readonly of: number; readonly open: Frames; readonly whole: Frames } | null = null

  const frameOf = ({ text }: CandleRow): Frames => {
    const data = `{"symbol":"${symbol}","venue":"${venue}","interval":"${interval}","candle":${text}}`
    return { bytes: Buffer.from(frameText({ event: 'candles', data })), count: 1 }
  }
  return {
    prepare: async () => void (rows = await from(newest?.startsAt ?? null)),
    update() {
      const last = rows.at(-1)
      if (last === undefined || last.text === newest?.text) return
      const before = newest
      newest = last
      version += 1
      if (before?.startsAt === last.startsAt) return
      const ended = before === null ? [] : rows.filter(({ text }) => text !== before.text).slice(0, -1)
      begun = { version, finals: join(ended.map(frameOf)) }
    },
    version: () => version,
    after(seen) {
      if (newest === null) return null
      if (made?.of !== version) {
        const open = frameOf(newest)
        made = { of: version, open, whole: join([begun.finals, open]) }
      }
      return seen > 0 && seen < begun.version ? made.whole : made.open
    },
  }
}

const EMPTY: Frames = { bytes: Buffer.alloc(0), count: 0 }

const join = (frames: readonly Frames[]): Frames => ({
  bytes: Buffer.concat(frames.map(({ bytes }) => bytes)),
  count: frames.reduce((sum, { count }) => sum + count, 0),
})
