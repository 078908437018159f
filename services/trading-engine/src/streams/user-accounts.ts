/** The accounts of users whose streams show all of them: those there are, and those that are opened later. */
import { periodic } from '@ats/service-kit/async'
import type { EventStream } from '@ats/service-kit/http'

export interface UserAccounts {
  /** Calls `onAccount` for each account of the user, once, until the stream closes. */
  readonly follow: (userId: string, stream: EventStream, onAccount: (accountId: string) => void) => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export interface UserAccountsOptions {
  /** All accounts of these users. */
  readonly listAccounts: (userIds: readonly string[]) => Promise<readonly UserAccount[]>
  readonly pollMs?: number
}

export interface UserAccount {
  readonly accountId: string
  readonly userId: string
}

const POLL_MS = 2_000
const USERS_A_QUERY = 200

interface Follower {
  readonly onAccount: (accountId: string) => void
  readonly known: Set<string>
}

export function createUserAccounts({ listAccounts, pollMs = POLL_MS }: UserAccountsOptions): UserAccounts {
  const users = new Map<string, Map<EventStream, Follower>>()
  const newcomers = new Set<string>()
  let isWelcoming = false

  async function look(userIds: readonly string[]): Promise<void> {
    for (const { accountId, userId } of await listAccounts(userIds))
      for (const { known, onAccount } of users.get(userId)?.values() ?? []) {
        if (known.has(accountId)) continue
        known.add(accountId)
        onAccount(accountId)
      }
  }
  async function lookAtMany(userIds: readonly string[]): Promise<void> {
    for (let first = 0; first < userIds.length; first += USERS_A_QUERY)
      await look(userIds.slice(first, first + USERS_A_QUERY))
  }
  /** Looks at those who come together in one query at a time: they are not to take all connections. */
  async function welcome(): Promise<void> {
    if (isWelcoming) return
    isWelcoming = true
    while (newcomers.size > 0) {
      const userIds = [...newcomers]
      newcomers.clear()
      // What fails now is done by the next look.
      await lookAtMany(userIds).catch(() => undefined)
    }
    isWelcoming = false
  }
  const looking = periodic(() => lookAtMany([...users.keys()]), { everyMs: pollMs, onError: () => undefined })

  return {
    follow(userId, stream, onAccount) {
      const followers = users.get(userId) ?? new Map<EventStream, Follower>()
      users.set(userId, followers)
      followers.set(stream, { onAccount, known: new Set() })
      stream.onClose(() => {
        followers.delete(stream)
        if (followers.size === 0 && users.get(userId) === followers) users.delete(userId)
      })
      newcomers.add(userId)
      void welcome()
    },
    start: looking.start,
    stop: looking.stop,
  }
}
