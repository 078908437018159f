import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing } from './api-error.js'

const REPEATS_MAX = 3

/** The wait before reading again: what the service said, else 1, 2, 4 s. */
export function retryDelay(failures: number, error: unknown, now: number): number {
  const told = error instanceof ApiError ? error.retryAt : null
  return told === null ? 1000 * 2 ** failures : Math.max(0, told - now)
}

/** True for reads that a moment may help: no response, 5xx, and 429 that says until when, if that is soon. */
export function isRepeated(failures: number, error: unknown, now: number): boolean {
  if (failures >= REPEATS_MAX) return false
  if (error instanceof ApiError && error.status === 429) return error.retryAt !== null && error.retryAt - now <= 10_000
  return isPassing(error)
}

/**
 * The cache of what was read. What fails keeps its last value, which the screens show greyed with its time; a 401 goes
 * to the login once, from wherever it came.
 */
export function createQueryClient(onUnauthorized: () => void): QueryClient {
  const onError = (error: unknown): void => {
    if (error instanceof ApiError && error.status === 401) onUnauthorized()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => isRepeated(failures, error, Date.now()),
        retryDelay: (failures, error) => retryDelay(failures, error, Date.now()),
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
