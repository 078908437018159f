/** The hooks of the fake wallet. */
import { randomUUID } from 'node:crypto'
import {
  generateHookToken,
  hashCredential,
  HOOK_ACTIONS,
  type HookRecord,
  type ResolveHookRequest,
  type ResolveHookResponse,
} from '@ats/contracts'

/** A hook with its token. */
export interface IssuedHook {
  readonly token: string
  readonly record: HookRecord
}

const ANY_HOOK: Omit<HookRecord, 'hookId' | 'userId' | 'accountId'> = {
  ...{ symbols: [], actions: HOOK_ACTIONS, maxQuantity: '10', maxOrdersPerMinute: 60, ipWhitelist: [] },
  ...{ template: null, expiresAt: null },
}
const hashOf = (token: string): string => hashCredential(token).toString('hex')

export function createFakeHooks() {
  const hooks = new Map<string, HookRecord>()
  return {
    find({ tokenHash }: ResolveHookRequest): ResolveHookResponse {
      const hook = hooks.get(tokenHash)
      return hook === undefined ? { found: false } : { found: true, ...hook }
    },
    issue: (terms: Pick<HookRecord, 'userId' | 'accountId'> & Partial<HookRecord>): IssuedHook => {
      const token = generateHookToken()
      const record = { ...ANY_HOOK, hookId: randomUUID(), ...terms }
      hooks.set(hashOf(token), record)
      return { token, record }
    },
    change: ({ token, record }: IssuedHook, terms: Partial<HookRecord>) =>
      void hooks.set(hashOf(token), { ...record, ...terms }),
    revoke: ({ token }: IssuedHook) => void hooks.delete(hashOf(token)),
  }
}
