/** The thread that replays accounts for the operator: it may decide thousands of commands again. */
import { answerWork } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import type { Plan } from '../core/model/plan/plan.js'
import { findAccountOwner } from '../store/read/replayed-accounts.js'
import type { ReplayResult } from './replay-account.js'
import { openReplayPool, replayOne, shadowOne } from './replay-one.js'
import type { ShadowResult, ShadowSpan } from './shadow-account.js'
import { tableOf, type ShadowTable } from './shadow-table.js'

export interface ReplayTask {
  readonly databaseUrl: string
  readonly withinMs: number
  /** The account to replay, or those to shadow by a plan. */
  readonly asked: string | ShadowQuestion
}

export interface ShadowQuestion extends ShadowSpan {
  readonly accounts: readonly string[]
  readonly plan: Plan
}

/** The answers in the order of the question. */
export interface ShadowAnswers {
  readonly accounts: readonly ShadowResult[]
  readonly table: ShadowTable
}

/** Null: there is no such account; of several: one is not there. */
export type ReplayAnswer = ReplayResult | ShadowAnswers | null

answerWork<ReplayTask, ReplayAnswer>(async ({ databaseUrl, withinMs, asked }) => {
  const pool = openReplayPool(databaseUrl)
  const endsAt = performance.now() + withinMs
  try {
    if (typeof asked !== 'string') return await shadowAll(pool, asked, endsAt)
    const whose = await findAccountOwner(pool, asked)
    return whose === null ? null : await replayOne(pool, whose, endsAt)
  } finally {
    await pool.end()
  }
})

async function shadowAll(
  pool: Pool,
  { accounts, ...asked }: ShadowQuestion,
  endsAt: number,
): Promise<ShadowAnswers | null> {
  const found: ShadowResult[] = []
  for (const accountId of accounts) {
    const whose = await findAccountOwner(pool, accountId)
    if (whose === null) return null
    found.push(await shadowOne(pool, whose, asked, endsAt))
  }
  return { accounts: found, table: tableOf(found) }
}
