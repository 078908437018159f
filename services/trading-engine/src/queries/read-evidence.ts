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
import {
  findSubject,
  listUnsealed,
  nextEvidence,
  type StoredEvidence,
  type UnsealedSubject,
} from '../store/operator/evidence.js'
import { readDay, readSpan } from '../store/read/evidence-rows.js'
import type { PastTicks } from '../core/read/past-ticks.js'
import { makeBundle, type EvidenceBundle, type Sealed } from '../wire/evidence/evidence-bundle.js'
import { parseSealed, parseTick } from '../wire/evidence/stored-evidence.js'
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
  const following = last === null ? null : await nextEvidence(pool, accountId, last)
  const kept = isAccount || following?.sequence === sequence ? following : null
  if (isAccount && kept === null && after > 0) throw notFound('evidence after that one')
  const next = kept !== null && isAccount && (await nextEvidence(pool, accountId, kept.sequence)) !== null
  const unsealed = next ? [] : await listUnsealed(pool, accountId)
  const missing = unsealed.filter((one) => isAccount || one.id === id).map(tellUnsealed)
  const found = (kept && (await readKept(pool, kept))) ?? (await readUnkept(options, accountId, { id, at }))
  const unreadable = kept !== null && found.hash === null ? [`bundle ${kept.sequence}: its text cannot be read`] : []
  return {
    bundle: { ...found, missing: [...found.missing, ...unreadable, ...missing] },
    next: next ? kept.sequence : null,
  }
}

const tellUnsealed = ({ kind, id, sequence }: UnsealedSubject): string =>
  sequence === null
    ? `${kind} ${id}: no bundle has it yet; a worker makes one a second or so after it has happened`
    : `${kind} ${id}: it was sealed in bundle ${sequence}, which does not have it any more`

async function readUnkept(
  { pool, ticks, instruments }: ReadEvidenceOptions,
  accountId: string,
  subject: { readonly id: string; readonly at: Micros },
): Promise<EvidenceBundle> {
  const missing: string[] = []
  const { rows, until } = await readEvidenceOf(pool, accountId, subject, (name) => {
    missing.push(`${name}: its row cannot be read`)
  })
  const link = { accountId, sequence: null, previous: null, until }
  return { ...(await makeBundle(link, rows, [], ticks, instruments)), missing }
}

/** In the order in which they were sealed; what was not comes last. Null where the text is not that of a bundle. */
async function readKept(
  pool: Pool,
  { accountId, sealed: text, hash, ticks }: StoredEvidence,
): Promise<EvidenceBundle | null> {
  const sealed = parseSealed(text)
  if (sealed === null) return null
  const names = Object.keys(sealed.seals)
  const places = new Map(names.map((name, place) => [name, place]))
  const rows = [...(await readRows(pool, accountId, sealed, names)), ...names.flatMap(highRow)]
  const kept = ticks.map(parseTick).filter((tick) => tick !== null)
  const rankOf = (row: EvidenceRow): number => places.get(nameOfRow(row)) ?? names.length
  return {
    sealed,
    hash,
    ticks: kept,
    rows: rows.sort((a, b) => rankOf(a) - rankOf(b)),
    notes: [],
    missing: [],
  }
}

function readRows(pool: Pool, accountId: string, sealed: Sealed, names: readonly string[]) {
  const known = new Set(names)
  const subjects = [...uuidsOf(names, 'breach'), ...uuidsOf(names, 'liquidation')]
  const [from, until] = [parseTimestamp(sealed.opening.at), parseTimestamp(sealed.until)]
  assertInvariant(from !== null && until !== null, 'a bundle names its span')
  return inTransaction(
    pool,
    async (client) => {
      const day = await readDay(client, accountId, idsOf(names, 'day')[0] ?? '')
      const triggered = uuidsOf(names, 'trigger')
      // A row that cannot be read is not there: it is missing since it was sealed.
      const span = await readSpan(client, { accountId, from, until, subjects, triggered }, () => undefined)
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

const uuidsOf = (names: readonly string[], kind: string): string[] => idsOf(names, kind).filter((id) => UUID.test(id))
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The tick of a high is in its name. */
const highRow = (name: string): EvidenceRow[] =>
  idsOf([name], 'high').map((tick) => ({ kind: 'high', id: tick, tick: Number(tick) }))
