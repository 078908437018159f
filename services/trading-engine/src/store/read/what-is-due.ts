/** One look, in one round trip, at all that the loops of a worker wait for. */
import type { Pool } from 'pg'
import { formatTimestamp, type Micros } from '../../core/values/time.js'

/** Whether a loop may find something to do. What is passed over or rests there is due here. */
export interface WhatIsDue {
  /** Whether any dead-man's switch is armed, and whether one may have to act. */
  readonly areArmed: boolean
  readonly switches: boolean
  /** Deliveries of the shards held. */
  readonly webhooks: boolean
  readonly messages: boolean
  readonly promotions: boolean
  readonly evidence: boolean
  readonly certificates: boolean
  /** The count of changes of links between leaders and followers. */
  readonly copyRevision: number
}

interface DueRow {
  readonly are_armed: boolean
  readonly switches: boolean
  readonly webhooks: boolean
  readonly messages: boolean
  readonly promotions: boolean
  readonly evidence: boolean
  readonly certificates: boolean
  readonly copy_revision: string
}

const DUE = `select from webhook_deliveries
  where status = 'PENDING' and next_attempt_at <= $1::timestamptz and shard = any($2::int[])`

export async function readWhatIsDue(pool: Pool, now: Micros, shards: ReadonlySet<number>): Promise<WhatIsDue> {
  const { rows } = await pool.query<DueRow>({
    name: 'read_what_is_due',
    text: `select
      exists (select from dead_man_switches) as are_armed,
      exists (select from dead_man_switches where acts_at <= $1::timestamptz) as switches,
      exists (${DUE} and channel is null) as webhooks,
      exists (${DUE} and channel is not null) as messages,
      exists (select from challenge_accounts where passed_at is not null and successor_id is null
        and review is distinct from 'REJECTED' and review is distinct from 'PENDING') as promotions,
      exists (select from evidence_subjects where sequence is null) as evidence,
      exists (select from certificates_due) as certificates,
      revision as copy_revision
      from copy_changes`,
    values: [formatTimestamp(now), [...shards]],
  })
  const row = rows[0]
  if (row === undefined) throw new Error('the count of changes of links is missing')
  const { are_armed: areArmed, copy_revision: copyRevision, ...due } = row
  return { ...due, areArmed, copyRevision: Number(copyRevision) }
}
