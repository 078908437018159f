import { queryOptions } from '@tanstack/react-query'
import type { Account, AnswerOf, Operations } from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'

/** All that is known of an account's books begins with this key: what changes them invalidates it. */
export const accountKey = (id: string) => ['account', id] as const

/** An account with its figures, as the list has it. */
export type ListedAccount = AnswerOf<Operations['listAccounts']>[number]

/** All accounts of the user with their figures, which the stream then keeps up to date. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }): Promise<readonly ListedAccount[]> =>
    bodyOf(engine.GET('/v1/accounts', { params: { query: { include: 'risk' } }, signal })),
})

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [...accountKey(id), 'record'],
    queryFn: ({ signal }): Promise<Account> =>
      bodyOf(engine.GET('/v1/account/{account_id}', { params: { path: { account_id: id } }, signal })),
  })

/** The parts of an account that its stream tells: they are not read again when it has changed. */
export const STREAMED: readonly string[] = ['risk', 'summary']
