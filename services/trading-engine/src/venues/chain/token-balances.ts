import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { TokenHolding } from '../../core/model/account/token-holding.js'
import type { HeldToken } from '../../core/read/reconcile.js'
import { fromTokens } from '../gmx/amounts.js'
import type { ChainReader, Hex } from '../port.js'

const BALANCE = {
  abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
  functionName: 'balanceOf',
} as const

/** The amounts of these tokens in a wallet, at the reader's block. */
export const readTokenBalances = (
  wallet: Hex,
  tokens: readonly Pick<TokenHolding, 'token' | 'decimals'>[],
  reader: ChainReader,
): Promise<readonly HeldToken[]> =>
  Promise.all(
    tokens.map(async ({ token, decimals }) => {
      const data = await reader.call(token as Hex, encodeFunctionData({ ...BALANCE, args: [wallet] }))
      return { token, amount: fromTokens(decodeFunctionResult({ ...BALANCE, data }), decimals) }
    }),
  )
