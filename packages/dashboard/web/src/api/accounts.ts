import { queryOptions } from '@tanstack/react-query'
import type { Account, Risk, Summary } from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'

/** All that is known of an account's books begins with this key: what changes them invalidates it. */
export const accountKey = (id: string) => ['account', id] as const

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }): Promise<readonly Account[]> => bodyOf(engine.GET('/v1/accounts', { signal })),
})

export const riskQuery = (id: string) =>
  queryOptions({
    queryKey: [...accountKey(id), 'risk'],
    queryFn: ({ signal }): Promise<Risk> =>
      bodyOf(engine.GET('/v1/account/{account_id}/risk', { params: { path: { account_id: id } }, signal })),
  })

export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: [...accountKey(id), 'summary'],
    queryFn: ({ signal }): Promise<Summary> =>
      bodyOf(engine.GET('/v1/account/{account_id}/summary', { params: { path: { account_id: id } }, signal })),
  })

/** The parts of an account that its stream tells: they are not read again when it has changed. */
export const STREAMED: readonly string[] = ['risk', 'summary']
