import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { createLive, type LiveUser, type RunningLive } from './create-live.js'
import { LiveContext } from './live-context.js'
import { refreshAccounts } from './refresh-accounts.js'

interface LiveProviderProps extends LiveUser {
  readonly onUnauthorized: () => void
  readonly children: ReactNode
}

/** Keeps the connection that the tabs share while the user is signed in. */
export function LiveProvider({ user, isTrader, onUnauthorized, children }: LiveProviderProps) {
  const queries = useQueryClient()
  const [live, setLive] = useState<RunningLive | null>(null)
  useEffect(() => {
    const running = createLive({ user, isTrader }, onUnauthorized)
    const stopRefreshing = refreshAccounts(running.store, queries)
    setLive(running)
    return () => {
      stopRefreshing()
      running.close()
    }
  }, [user, isTrader, onUnauthorized, queries])
  return live === null ? null : <LiveContext value={live}>{children}</LiveContext>
}
