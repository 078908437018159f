import type { QueryClient } from '@tanstack/react-query'
import { accountKey, accountsQuery, STREAMED } from '../api/accounts.js'
import type { LiveStore } from './store.js'

/** The lists of an account are read again at most so often, however many events it has. */
const PERIOD_MS = 1000

const PREFIX = 'sequence:'

/** Reads the lists of an account again when the stream tells of new events; in a hidden tab, once it is seen. */
export function refreshAccounts(store: LiveStore, queries: QueryClient): () => void {
  const sequences = new Map<string, unknown>()
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
      if (!key.startsWith(PREFIX)) continue
      const sequence = store.get(key)?.value
      if (sequences.get(key) === sequence) continue
      sequences.set(key, sequence)
      const id = key.slice(PREFIX.length)
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
