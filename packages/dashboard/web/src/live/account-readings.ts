import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Risk, Summary } from '@ats/sdk/types'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { ownAccounts, type AccountReads } from '../api/account-reads.js'
import { newerOf, readingOf, type Reading } from '../ui/reading.js'
import { useConnectionStatus, useIsStreaming, useLive, useLiveStore } from './live-context.js'
import { liveKeys } from './live-keys.js'
import type { LiveValue } from './store.js'

/** The figures of an account: streamed, and asked for now and then while nothing is streamed of it. */
export function useRisk(accountId: string, reads: AccountReads = ownAccounts): Reading<Risk> {
  const live = useLive<Risk>(liveKeys.risk(accountId))
  const query = useQuery({
    queryKey: [...reads.key(accountId), 'risk'],
    queryFn: ({ signal }) => reads.risk(accountId, signal),
    ...useFallback(live !== undefined),
  })
  return newerOf(readingOf(query), live, useIsStreaming())
}

const STANDING_MS = 60_000

/** The risk as it is read: unlike what is streamed, with the freezes of every symbol that the account may trade. */
export const standingQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...ownAccounts.key(accountId), 'standing'],
    queryFn: ({ signal }) => ownAccounts.risk(accountId, signal),
    refetchInterval: STANDING_MS,
  })

export function useSummary(accountId: string, reads: AccountReads = ownAccounts): Reading<Summary> {
  const live = useLive<Summary>(liveKeys.summary(accountId))
  const query = useQuery({
    queryKey: [...reads.key(accountId), 'summary'],
    queryFn: ({ signal }) => reads.summary(accountId, signal),
    ...useFallback(live !== undefined),
  })
  return newerOf(readingOf(query), live, useIsStreaming())
}

const FALLBACK_MS = 10_000

function useFallback(isStreamed: boolean) {
  const { state } = useConnectionStatus()
  const isCurrent = state === 'live' && isStreamed
  return { enabled: !isCurrent && state !== 'connecting', refetchInterval: isCurrent ? (false as const) : FALLBACK_MS }
}

/** The streamed risk of many accounts, by their ids. */
export function useRisks(ids: readonly string[]): ReadonlyMap<string, LiveValue<Risk>> {
  const store = useLiveStore()
  const latest = useRef<ReadonlyMap<string, LiveValue<Risk>>>(new Map())
  const text = ids.join(' ')
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = text.split(' ').map((id) => store.subscribe(liveKeys.risk(id), listener))
      return () => unsubscribe.forEach((end) => end())
    },
    [store, text],
  )
  return useSyncExternalStore(subscribe, () => {
    const next = new Map(
      ids.flatMap((id) => {
        const live = store.get(liveKeys.risk(id)) as LiveValue<Risk> | undefined
        return live === undefined ? [] : [[id, live] as const]
      }),
    )
    const isSame = next.size === latest.current.size && [...next].every(([id, live]) => latest.current.get(id) === live)
    if (!isSame) latest.current = next
    return latest.current
  })
}
