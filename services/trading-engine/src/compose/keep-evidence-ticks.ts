/**
 * Copies the ticks of a day, before they are dropped, that belong to the trading days of evidence: every price of
 * the day of a breach or a liquidation can be seen, however long ago it was.
 */
import type { Pool } from 'pg'
import { listingKey } from '../core/model/market/listing.js'
import type { PublishedTick } from '../core/model/market/published-tick.js'
import { tickAt, TICK_MICROS, TICKS_PER_DAY } from '../core/values/tick.js'
import { BlockError } from '../market/feeds/published/byte-codec.js'
import { decodeTick, encodeTick } from '../market/feeds/published/tick-block.js'
import { listEvidenceSpans } from '../store/operator/evidence-spans.js'
import { findLastKeptTick, findSnapshot, listPublishedListings, listTicks } from '../store/read/published-ticks.js'
import { insertKeptTicks } from '../store/write/kept-ticks.js'

/** Read, cut and written in one turn: some milliseconds. */
const PAGE = 64

/** Resolves to how many were copied; doing it again copies what is missing. */
export async function keepEvidenceTicks(pool: Pool, day: number): Promise<number> {
  const [first, end] = [day * TICKS_PER_DAY, (day + 1) * TICKS_PER_DAY]
  const spans = await listEvidenceSpans(pool, first * TICK_MICROS, end * TICK_MICROS)
  if (spans.length === 0) return 0
  const from = tickAt(Math.min(...spans.map((span) => span.from)))
  const last = Math.min(end - 1, tickAt(Math.max(...spans.map(({ until }) => until))))
  const held = new Set(spans.map(({ listing }) => listingKey(listing)))
  const listings = (await listPublishedListings(pool)).filter((listing) => held.has(listingKey(listing)))
  const wanted = new Set(listings.map(({ id }) => id))
  // From a tick on that tells all: those before it say nothing by themselves.
  const start = Math.max(first, (await findSnapshot(pool, from)) ?? first)
  let previous = await findLastKeptTick(pool, start)
  let after = start - 1
  let kept = 0
  for (let isMore = true; isMore;) {
    const page = await listTicks(pool, after, PAGE)
    const within = page.filter(({ number }) => number <= last)
    const cut: PublishedTick[] = []
    for (const tick of within) {
      const one = cutTick(tick, wanted, previous)
      if (one === null) continue
      cut.push(one)
      previous = one.number
    }
    if (cut.length > 0) await insertKeptTicks(pool, cut)
    kept += cut.length
    after = within.at(-1)?.number ?? after
    isMore = within.length === PAGE
  }
  return kept
}

/** The part that is about these listings; null: it says nothing of them. Bytes that cannot be read stay as they are. */
function cutTick(tick: PublishedTick, wanted: ReadonlySet<number>, previous: number): PublishedTick | null {
  try {
    const { number, isSnapshot, entries, rates } = decodeTick(tick.block)
    const isWanted = ({ listing }: { readonly listing: number }): boolean => wanted.has(listing)
    const part = { number, previous, isSnapshot, entries: entries.filter(isWanted), rates: rates.filter(isWanted) }
    return isSnapshot || part.entries.length > 0 ? { ...tick, block: encodeTick(part) } : null
  } catch (error) {
    if (error instanceof BlockError) return tick
    throw error
  }
}
