/** Seals the evidence of what happened to an account: soon after it has happened, for ticks are not kept for ever. */
import type { Pool } from 'pg'
import type { Instruments } from '../core/model/decision-context.js'
import { evidenceSteps, type HighMoment } from '../core/read/evidence.js'
import {
  highestEquity,
  segmentsOf,
  soughtHighs,
  type Segment,
  type SoughtHigh,
} from '../core/read/evidence-segments.js'
import { computePastEquity } from '../core/read/past-equity.js'
import type { PastTicks, TickSpan } from '../core/read/past-ticks.js'
import { insertEvidence } from '../store/operator/evidence.js'
import { readDueEvidence, type DueEvidence } from '../store/operator/evidence-due.js'
import { makeBundle, type EvidenceBundle } from '../wire/evidence/evidence-bundle.js'

export interface EvidenceDependencies {
  readonly pool: Pool
  readonly instruments: Pick<Instruments, 'find'>
  readonly ticks: PastTicks
}

/** One bundle of what waits for one; false when nothing does, or another process was faster. */
export async function recordEvidence(dependencies: EvidenceDependencies, accountId: string): Promise<boolean> {
  const due = await readDueEvidence(dependencies.pool, accountId)
  if (due === null) return false
  const { rows, previous, subjects, until } = due
  const link = { accountId, sequence: (previous?.sequence ?? 0) + 1, previous: previous?.hash ?? null, until }
  const highs = await findHighs(due, dependencies.ticks)
  const bundle = await makeBundle(link, rows, highs, dependencies.ticks, dependencies.instruments)
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

/** A tick of each high that a floor has trailed since; none where none is known. In the order of time. */
async function findHighs(due: DueEvidence, ticks: PastTicks): Promise<readonly HighMoment[]> {
  const found: HighMoment[] = []
  for (const sought of soughtHighs(due.rows, due)) {
    const moment = await findHigh(due, sought, ticks)
    if (moment !== null) found.push(moment)
  }
  return found.toSorted((a, b) => a.at - b.at)
}

async function findHigh({ rows }: DueEvidence, sought: SoughtHigh, ticks: PastTicks): Promise<HighMoment | null> {
  for (const segment of segmentsOf(rows, evidenceSteps(rows))) {
    const tick = await findTick(segment, sought, ticks)
    if (tick !== null) return { at: segment.at, tick }
  }
  return null
}

async function findTick(segment: Segment, { high, moved }: SoughtHigh, pastTicks: PastTicks): Promise<number | null> {
  const { balance, holdings, ticks } = segment
  const needed = high + moved(segment)
  if (holdings.length === 0) return balance === needed ? ticks[1] : null
  const isOfInterest: TickSpan['isOfInterest'] = (rangeOf) => {
    const highest = highestEquity(segment, rangeOf)
    return highest === null || highest >= needed
  }
  for await (const quote of pastTicks.walk({ listings: holdings, ticks, isOfInterest })) {
    if (computePastEquity(balance, holdings, { quote }) === needed)
      return Math.max(...holdings.map((holding) => quote(holding)?.tick ?? 0))
  }
  return null
}
