/** The thread that replays accounts for the operator: it may decide thousands of commands again. */
import { answerWork } from '@ats/service-kit/async'
import { findAccountOwner } from '../store/read/replayed-accounts.js'
import type { ReplayResult } from './replay-account.js'
import { openReplayPool, replayOne } from './replay-one.js'

export interface ReplayTask {
  readonly databaseUrl: string
  readonly accountId: string
  readonly withinMs: number
}

answerWork<ReplayTask, ReplayResult | null>(async ({ databaseUrl, accountId, withinMs }) => {
  const pool = openReplayPool(databaseUrl)
  try {
    const whose = await findAccountOwner(pool, accountId)
    return whose === null ? null : await replayOne(pool, whose, performance.now() + withinMs)
  } finally {
    await pool.end()
  }
})
