import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { createLive, type RunningLive } from './create-live.js'
import { LiveContext } from './live-context.js'
import { refreshAccounts } from './refresh-accounts.js'

interface LiveProviderProps {
  readonly user: string
  readonly onUnauthorized: () => void
  readonly children: ReactNode
}

/** Keeps the connection that the tabs share while the user is signed in. */
export function LiveProvider({ user, onUnauthorized, children }: LiveProviderProps) {
  const queries = useQueryClient()
  const [live, setLive] = useState<RunningLive | null>(null)
  useEffect(() => {
    const running = createLive(user, onUnauthorized)
    const stopRefreshing = refreshAccounts(running.store, queries)
    setLive(running)
    return () => {
      stopRefreshing()
      running.close()
    }
  }, [user, onUnauthorized, queries])
  return live === null ? null : <LiveContext value={live}>{children}</LiveContext>
}
