import { queryOptions } from '@tanstack/react-query'
import type { Grant, Plan } from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'

/** The plans that an account can be opened by. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }): Promise<readonly Plan[]> => bodyOf(engine.GET('/v1/plans', { signal })),
  staleTime: 60_000,
})

/** The plans that the operator has granted to the user and that have not been used. */
export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: ({ signal }): Promise<readonly Grant[]> => bodyOf(engine.GET('/v1/grants', { signal })),
})
