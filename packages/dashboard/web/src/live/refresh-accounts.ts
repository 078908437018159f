import type { QueryClient } from '@tanstack/react-query'
import type { Risk } from '@ats/sdk/types'
import { accountKey, accountsQuery, STREAMED } from '../api/accounts.js'
import type { LiveStore } from './store.js'

/** The lists of an account are read again at most so often, however many events it has. */
const PERIOD_MS = 1000

/** Tells by a streamed value whether an account has changed: by its latest event, or its state, which needs none. */
const TOLD: Readonly<Record<string, (value: unknown) => string>> = {
  sequence: String,
  risk: (value) => {
    const { state, state_reason: reason, locked_until: until } = value as Risk
    return `${state} ${reason} ${until}`
  },
}

/** Reads what is known of an account again when the stream tells of a change; in a hidden tab, once it is seen. */
export function refreshAccounts(store: LiveStore, queries: QueryClient): () => void {
  const told = new Map<string, string>()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()

  const refresh = (id: string): void => {
    waiting.delete(id)
    const isStreamed = (key: readonly unknown[]): boolean => STREAMED.includes(String(key[2]))
    void queries.invalidateQueries({
      queryKey: accountKey(id),
      predicate: ({ queryKey }) => !isStreamed(queryKey),
      refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
    })
    const accounts = queries.getQueryData(accountsQuery.queryKey)
    if (accounts?.every((account) => account.id !== id) === true)
      void queries.invalidateQueries({ queryKey: accountsQuery.queryKey })
  }
  const unsubscribe = store.subscribeAll((keys) => {
    for (const key of keys) {
      const [, kind = '', id = ''] = /^(\w+):(.*)$/.exec(key) ?? []
      const tell = TOLD[kind]
      const live = store.get(key)
      if (tell === undefined || live === undefined) continue
      const before = told.get(key)
      const now = tell(live.value)
      if (before === now) continue
      told.set(key, now)
      // A first state is that of what is being read anyway.
      if (kind === 'risk' && before === undefined) continue
      if (!waiting.has(id))
        waiting.set(
          id,
          setTimeout(() => refresh(id), PERIOD_MS),
        )
    }
  })
  return () => {
    unsubscribe()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}
