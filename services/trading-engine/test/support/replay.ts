import { createPool, inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import { replayAccount, type ReplayResult } from '../../src/replay/replay-account.js'
import { shadowAccount, type ShadowResult, type ShadowSpan } from '../../src/replay/shadow-account.js'
import { findPlanOf } from '../../src/store/operator/plans.js'
import type { Plan } from '../../src/core/model/plan/plan.js'
import type { ReplayTools } from '../../src/replay/replay-context.js'
import { loadReplayTools } from '../../src/replay/replay-tools.js'

export interface Replays {
  of(whose: Whose, changed?: (tools: ReplayTools) => ReplayTools): Promise<ReplayResult>
  /** Under its own plan, as `changed` makes it another one. */
  shadowOf(whose: Whose, changed?: (plan: Plan) => Plan, span?: Partial<ShadowSpan>): Promise<ShadowResult>
  close(): Promise<void>
}

interface Whose {
  readonly accountId: string
  readonly userId: string
}

const LIMITS = { commandsMax: 100_000, endsAt: Infinity }

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
          return replayAccount(client, { accountId, userId }, tools, LIMITS)
        },
        ONE_MOMENT,
      ),
    shadowOf: (whose, changed = (plan) => plan, { from = null, to = null } = {}) =>
      inTransaction(
        pool,
        async (client) => {
          const own = await findPlanOf(client, whose.accountId)
          if (own === null) throw new Error('there is no such account')
          const { accountId, userId } = whose
          const asked = { plan: changed(own), from, to }
          return shadowAccount(client, { accountId, userId }, asked, await loadReplayTools(client), LIMITS)
        },
        ONE_MOMENT,
      ),
    close: () => pool.end(),
  }
}
