import { useQuery } from '@tanstack/react-query'
import type { Risk, Summary } from '@ats/sdk/types'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { riskQuery, summaryQuery } from '../api/accounts.js'
import { newerOf, readingOf, type Reading } from '../ui/reading.js'
import { useConnectionStatus, useLive, useLiveStore } from './live-context.js'
import { liveKeys } from './live-keys.js'

/** The figures of an account: streamed, and read by themselves while nothing is streamed. */
export function useRisk(accountId: string): Reading<Risk> {
  const live = useLive<Risk>(liveKeys.risk(accountId))
  const query = useQuery({ ...riskQuery(accountId), ...useFallback(live !== undefined) })
  return newerOf(readingOf(query), live)
}

export function useSummary(accountId: string): Reading<Summary> {
  const live = useLive<Summary>(liveKeys.summary(accountId))
  const query = useQuery({ ...summaryQuery(accountId), ...useFallback(live !== undefined) })
  return newerOf(readingOf(query), live)
}

const FALLBACK_MS = 15_000

/** While the stream is there it tells all; without it the same is asked for now and then. */
function useFallback(isStreamed: boolean) {
  const { state } = useConnectionStatus()
  const isLive = state === 'live' && isStreamed
  return {
    enabled: state === 'waiting' || !(isLive || state === 'connecting'),
    refetchInterval: isLive ? (false as const) : FALLBACK_MS,
  }
}

/** The streamed risk of many accounts, by their ids. */
export function useRisks(ids: readonly string[]): ReadonlyMap<string, Risk> {
  const store = useLiveStore()
  const latest = useRef<ReadonlyMap<string, Risk>>(new Map())
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
        const risk = store.get(liveKeys.risk(id))?.value as Risk | undefined
        return risk === undefined ? [] : [[id, risk] as const]
      }),
    )
    const isSame = next.size === latest.current.size && [...next].every(([id, risk]) => latest.current.get(id) === risk)
    if (!isSame) latest.current = next
    return latest.current
  })
}
