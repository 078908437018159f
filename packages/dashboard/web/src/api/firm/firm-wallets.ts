/** The wallets that LIVE accounts trade with. */
import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, BodyOf } from '@ats/sdk/types'
import { bodyOf, operator } from '../clients.js'
import type { operations } from '../generated/operator.js'

export type TradingWallet = AnswerOf<operations['listWallets']>[number]
export type WalletRegistration = BodyOf<operations['registerWallet']>
export type WalletComparison = AnswerOf<operations['compareWallet']>

/** Each reading asks the chain for the means of every wallet. */
const WALLETS_MS = 15_000

export const walletsQuery = queryOptions({
  queryKey: ['firm', 'wallets'],
  queryFn: ({ signal }): Promise<readonly TradingWallet[]> => bodyOf(operator.GET('/operator/v1/wallets', { signal })),
  refetchInterval: WALLETS_MS,
})

const of = (address: string) => ({ params: { path: { address } } })

/** Compares the books with the venue of a wallet, at one block; halts nothing. */
export const comparisonQuery = (address: string) =>
  queryOptions({
    queryKey: [...walletsQuery.queryKey, address, 'differences'],
    queryFn: ({ signal }): Promise<WalletComparison> =>
      bodyOf(operator.GET('/operator/v1/wallets/{address}/differences', { ...of(address), signal })),
  })

/** The same again is the same wallet. */
export const registerWallet = (body: WalletRegistration) => bodyOf(operator.POST('/operator/v1/wallets', { body }))

export const pauseWallet = (address: string, reason: string) =>
  bodyOf(operator.POST('/operator/v1/wallets/{address}/pause', { ...of(address), body: { reason } }))

export const drainWallet = (address: string, reason: string) =>
  bodyOf(operator.POST('/operator/v1/wallets/{address}/drain', { ...of(address), body: { reason } }))

export const resumeWallet = (address: string) =>
  bodyOf(operator.POST('/operator/v1/wallets/{address}/resume', { ...of(address), body: {} }))
