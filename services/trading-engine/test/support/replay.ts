import { createPool, inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import { replayAccount, type ReplayResult } from '../../src/replay/replay-account.js'
import type { ReplayTools } from '../../src/replay/replay-context.js'
import { loadReplayTools } from '../../src/replay/replay-tools.js'

export interface Replays {
  of(whose: Whose, changed?: (tools: ReplayTools) => ReplayTools): Promise<ReplayResult>
  close(): Promise<void>
}

interface Whose {
  readonly accountId: string
  readonly userId: string
}

export function openReplays(databaseUrl: string): Replays {
  const pool: Pool = createPool({
    ...{ connectionString: databaseUrl, max: 1, timestampsAsText: true, applicationName: 'replay' },
  })
  return {
    of: ({ accountId, userId }, changed = (tools) => tools) =>
      inTransaction(
        pool,
        async (client) => {
          const tools = changed(await loadReplayTools(client))
          return replayAccount(client, { accountId, userId }, tools, { commandsMax: 100_000, endsAt: Infinity })
        },
        ONE_MOMENT,
      ),
    close: () => pool.end(),
  }
}
