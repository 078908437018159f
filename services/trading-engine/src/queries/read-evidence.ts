/** Evidence as it is now: the rows of a bundle are read again, and its seals tell whether they have changed. */
import { mapInTurns } from '@ats/service-kit/async'
import { inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { Instruments } from '../core/model/decision-context.js'
import type { EvidenceStep } from '../core/read/evidence.js'
import { assertInvariant } from '../core/values/invariant.js'
import { parseTimestamp, type Micros } from '../core/values/time.js'
import { readEvidenceOf } from '../store/operator/evidence-due.js'
import { findSubject, nextEvidence, type StoredEvidence } from '../store/operator/evidence.js'
import { readDay, readSpan } from '../store/read/evidence-rows.js'
import type { PastTicks } from '../core/read/past-ticks.js'
import { makeBundle, type EvidenceBundle, type Sealed } from '../wire/evidence/evidence-bundle.js'
import { nameOfRow, stepRow, type EvidenceRow } from '../wire/evidence/evidence-rows.js'

export interface ReadEvidenceOptions {
  readonly pool: Pool
  readonly instruments: Pick<Instruments, 'find'>
  readonly ticks: PastTicks
}

export interface FoundEvidence {
  readonly bundle: EvidenceBundle
  /** The number to go on after; null when nothing follows. */
  readonly next: number | null
}

/**
 * The bundle of a breach or of a liquidated position; of an account its bundles, one at a time. What is in no bundle,
 * such as a breach from before there was evidence, and an account that has none, is returned without seals.
 * @throws RequestError not_found
 */
export async function readEvidence(options: ReadEvidenceOptions, id: string, after: number): Promise<FoundEvidence> {
  const { pool } = options
  const subject = await findSubject(pool, id)
  if (subject === null) throw notFound('account, breach or liquidated position')
  const { accountId, sequence, isAccount, at } = subject
  const last = isAccount ? after : sequence === null ? null : sequence - 1
  const kept = last === null ? null : await nextEvidence(pool, accountId, last)
  if (kept !== null) {
    const hasNext = isAccount && (await nextEvidence(pool, accountId, kept.sequence)) !== null
    return { bundle: await readKept(pool, kept), next: hasNext ? kept.sequence : null }
  }
  if (isAccount && after > 0) throw notFound('evidence after that one')
  return { bundle: await readUnkept(options, accountId, { id, at }), next: null }
}

async function readUnkept(
  { pool, ticks, instruments }: ReadEvidenceOptions,
  accountId: string,
  subject: { readonly id: string; readonly at: Micros },
): Promise<EvidenceBundle> {
  const { rows, until } = await readEvidenceOf(pool, accountId, subject)
  return makeBundle({ accountId, sequence: null, previous: null, until }, rows, [], ticks, instruments)
}

/** In the order in which they were sealed; what was not comes last. */
async function readKept(pool: Pool, { accountId, sealed: text, hash, ticks }: StoredEvidence): Promise<EvidenceBundle> {
  const sealed = JSON.parse(text) as Sealed
  const names = Object.keys(sealed.seals)
  const places = new Map(names.map((name, place) => [name, place]))
  const rows = [...(await readRows(pool, accountId, sealed, names)), ...names.flatMap(highRow)]
  const kept = ticks.map((tick) => JSON.parse(tick) as EvidenceRow)
  const rankOf = (row: EvidenceRow): number => places.get(nameOfRow(row)) ?? names.length
  return {
    sealed,
    hash,
    ticks: kept,
    rows: rows.sort((a, b) => rankOf(a) - rankOf(b)),
    notes: [],
  }
}

function readRows(pool: Pool, accountId: string, sealed: Sealed, names: readonly string[]) {
  const known = new Set(names)
  const subjects = idsOf(names, 'breach').concat(idsOf(names, 'liquidation'))
  const [from, until] = [parseTimestamp(sealed.opening.at), parseTimestamp(sealed.until)]
  assertInvariant(from !== null && until !== null, 'a bundle names its span')
  return inTransaction(
    pool,
    async (client) => {
      const day = await readDay(client, accountId, idsOf(names, 'day')[0] ?? '')
      const span = await readSpan(client, { accountId, from, until, subjects, triggered: idsOf(names, 'trigger') })
      const steps: EvidenceStep[] = [
        ...(day === null ? [] : [{ kind: 'day', at: from, day } as const]),
        ...span.fills.map((fill) => ({ kind: 'fill', at: fill.at, fill }) as const),
        ...span.transfers.map((transfer) => ({ kind: 'transfer', at: transfer.at, transfer }) as const),
        ...span.triggered.map((order) => ({ kind: 'trigger', at: from, order }) as const),
        ...span.breaches.map((breach) => ({ kind: 'breach', at: breach.at, breach }) as const),
        ...span.liquidations.map(
          (position) => ({ kind: 'liquidation', at: position.closedAt ?? from, position }) as const,
        ),
      ]
      // Bundles that were sealed without what was posted for their last fill stay without it.
      const isSealed = ({ at }: EvidenceStep, row: EvidenceRow): boolean => at <= until || known.has(nameOfRow(row))
      const rows = await mapInTurns(steps, (step) => [step, stepRow(step)] as const)
      return rows.flatMap(([step, row]) => (isSealed(step, row) ? [row] : []))
    },
    ONE_MOMENT,
  )
}

const idsOf = (names: readonly string[], kind: string): string[] =>
  names.filter((name) => name.startsWith(`${kind} `)).map((name) => name.slice(kind.length + 1))

/** The tick of a high is in its name. */
const highRow = (name: string): EvidenceRow[] =>
  idsOf([name], 'high').map((tick) => ({ kind: 'high', id: tick, tick: Number(tick) }))
