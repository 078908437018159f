/** Replays one account, or shadows it, within one moment of the database, on a connection of its own. */
import { createPool, inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { Plan } from '../core/model/plan/plan.js'
import type { OwnedAccount } from '../store/read/replayed-accounts.js'
import { replayAccount, type ReplayResult } from './replay-account.js'
import { loadReplayTools } from './replay-tools.js'
import { shadowAccount, type ShadowResult, type ShadowSpan } from './shadow-account.js'

const COMMANDS_MAX = 200_000

export const openReplayPool = (connectionString: string): Pool =>
  createPool({ connectionString, max: 1, timestampsAsText: true, applicationName: 'replay' })

/** `endsAt`: by `performance.now()`. */
export const replayOne = (pool: Pool, whose: OwnedAccount, endsAt: number): Promise<ReplayResult> =>
  inTransaction(
    pool,
    async (client) =>
      replayAccount(client, whose, await loadReplayTools(client), { commandsMax: COMMANDS_MAX, endsAt }),
    ONE_MOMENT,
  )

/** Under that plan beside its own. */
export const shadowOne = (
  pool: Pool,
  whose: OwnedAccount,
  asked: { readonly plan: Plan } & ShadowSpan,
  endsAt: number,
): Promise<ShadowResult> =>
  inTransaction(
    pool,
    async (client) =>
      shadowAccount(client, whose, asked, await loadReplayTools(client), { commandsMax: COMMANDS_MAX, endsAt }),
    ONE_MOMENT,
  )
