/** Reads stored rates into memory: those of hours before the ticks that are read one by one. */
import type { Logger } from '@ats/service-kit/process'
import type { PublishedRates } from '../../../../core/model/market/published-tick.js'
import { BlockError } from '../byte-codec.js'
import { HOUR_TICKS } from '../bars/listing-history.js'
import { RATE_HOURS_KEPT, type RateHistory } from './rate-history.js'

/** Rates of these hours or later ones, oldest first, at most as many. */
export type ReadRates = (fromHour: number, limit: number) => Promise<readonly PublishedRates[]>

/** Hours read and added before other work gets its turn: some milliseconds. */
const PAGE = 100

/** `fromTick`: from which on every tick is read; the rates of that hour come from what is stored. */
export async function loadRates(rates: RateHistory, fromTick: number, read: ReadRates, logger: Logger): Promise<void> {
  for (let next = fromTick - RATE_HOURS_KEPT * HOUR_TICKS; next <= fromTick;) {
    const page = await read(next, PAGE)
    for (const { hour, block } of page) {
      try {
        if (hour <= fromTick) rates.add(hour, block)
      } catch (error) {
        if (!(error instanceof BlockError)) throw error
        logger.error({ err: error, hour }, 'stored rates are not what was stored; they are estimated')
      }
    }
    next = page.length < PAGE ? fromTick + 1 : (page.at(-1)?.hour ?? fromTick) + HOUR_TICKS
  }
}
