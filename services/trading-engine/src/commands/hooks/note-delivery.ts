/** Notes in the log of a hook what became of an alert that was not decided, or not again. */
import type { HookRecord } from '@ats/contracts'
import type { Pool } from 'pg'
import type { HookOutcome } from '../../core/model/hook-delivery.js'
import { insertHookDelivery } from '../../store/hooks/hook-deliveries.js'

export interface NoteDependencies {
  readonly pool: Pool
  readonly newId: () => string
}

export interface NotedAlert {
  readonly hook: HookRecord
  readonly ip: string
  readonly body: string
  readonly outcome: HookOutcome
  readonly status: number
  readonly orderId: string | null
  readonly message: string | null
}

const MESSAGE_LENGTH_MAX = 1_000

export const noteDelivery = (
  { pool, newId }: NoteDependencies,
  { hook: { hookId, userId, accountId }, message, ...noted }: NotedAlert,
): Promise<void> =>
  insertHookDelivery(pool, {
    ...{ id: newId(), hookId, userId, accountId, message: message?.slice(0, MESSAGE_LENGTH_MAX) ?? null, ...noted },
  })
