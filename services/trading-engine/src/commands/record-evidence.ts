/** Seals the evidence of what happened to an account: soon after it has happened, for ticks are not kept for ever. */
import { createTurns } from '@ats/service-kit'
import type { Pool } from 'pg'
import type { Instruments } from '../core/model/decision-context.js'
import { evidenceSteps, type HighMoment } from '../core/read/evidence.js'
import { segmentsOf, trailsHighOfDay, type Segment } from '../core/read/evidence-segments.js'
import { computePastEquity } from '../core/read/past-equity.js'
import type { Usd } from '../core/values/decimal.js'
import { insertEvidence } from '../store/operator/evidence.js'
import { readDueEvidence, type DueEvidence } from '../store/operator/evidence-due.js'
import { makeBundle, type EvidenceBundle, type ReadTick } from '../wire/evidence-bundle.js'

export interface EvidenceDependencies {
  readonly pool: Pool
  readonly instruments: Pick<Instruments, 'find'>
  readonly readTick: ReadTick
}

/** Marks looked up in a turn. */
const TICKS_AT_A_TIME = 256
const takeTurn = createTurns()

/** One bundle of what waits for one; false when nothing does, or another process was faster. */
export async function recordEvidence(dependencies: EvidenceDependencies, accountId: string): Promise<boolean> {
  const due = await readDueEvidence(dependencies.pool, accountId)
  if (due === null) return false
  const { rows, previous, subjects, until } = due
  const link = { accountId, sequence: (previous?.sequence ?? 0) + 1, previous: previous?.hash ?? null, until }
  const highs = await findHigh(due, dependencies.readTick)
  const bundle = await makeBundle(link, rows, highs, dependencies.readTick, dependencies.instruments)
  return insertEvidence(dependencies.pool, sealedEvidence(link, bundle), subjects, bundle.ticks.map(keptTick))
}

const sealedEvidence = (link: { accountId: string; sequence: number }, { sealed, hash }: EvidenceBundle) => ({
  ...link,
  sealed: JSON.stringify(sealed),
  hash: hash ?? '',
})

const keptTick = (row: EvidenceBundle['ticks'][number]) => ({
  venue: String(row['venue']),
  symbol: String(row['symbol']),
  tick: Number(row['tick']),
  prices: JSON.stringify(row),
})

/** The latest tick at which the equity was the high-water mark that a floor has trailed since; none where none has. */
async function findHigh({ rows, highWaterMark }: DueEvidence, readTick: ReadTick): Promise<readonly HighMoment[]> {
  if (!trailsHighOfDay(rows, highWaterMark)) return []
  for (const segment of segmentsOf(rows, evidenceSteps(rows))) {
    const tick = await findTick(segment, highWaterMark, readTick)
    if (tick !== null) return [{ at: segment.at, tick }]
  }
  return []
}

async function findTick(segment: Segment, high: Usd, readTick: ReadTick): Promise<number | null> {
  const [first, last] = segment.ticks
  for (let tick = last; tick >= first; tick--) {
    if ((last - tick) % TICKS_AT_A_TIME === 0) await takeTurn()
    const market = { quote: (listing: Parameters<ReadTick>[0]) => readTick(listing, tick)?.quote }
    const equity = computePastEquity(segment.balance, segment.holdings, market)
    if (equity !== null && equity - segment.netDeposits === high) return tick
    if (segment.holdings.length === 0) return null
  }
  return null
}
