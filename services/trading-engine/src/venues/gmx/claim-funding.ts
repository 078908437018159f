/**
 * Pays out the funding that positions of a wallet have earned in USDC: GMX keeps it, market by market, until it is
 * claimed, and the books have it from the moment it was settled. Funding in another token, which a market's long side
 * may pay, is in no books, and is left to the owner of the wallet.
 */
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { formatDecimal, type Usd } from '../../core/values/decimal.js'
import type { Call, ChainReader, Hex } from '../port.js'
import { DATA_STORE, EXCHANGE_ROUTER } from './abi.js'
import { fromUsdc } from './amounts.js'
import { claimableFundingKey } from './data-store-keys.js'
import type { GmxDeployment } from './deployment.js'

export async function claimFunding(
  { contracts, markets }: GmxDeployment,
  wallet: Hex,
  reader: ChainReader,
  atLeast: Usd,
): Promise<readonly Call[]> {
  const earned = await Promise.all(
    [...markets.values()].map(async ({ marketToken }) => {
      const args = [claimableFundingKey(marketToken, contracts.usdc, wallet)] as const
      const data = encodeFunctionData({ abi: DATA_STORE, functionName: 'getUint', args })
      const result = await reader.call(contracts.dataStore, data)
      return { marketToken, amount: decodeFunctionResult({ abi: DATA_STORE, functionName: 'getUint', data: result }) }
    }),
  )
  const claimed = earned.filter(({ amount }) => amount > 0n)
  const total = fromUsdc(claimed.reduce((sum, { amount }) => sum + amount, 0n))
  if (claimed.length === 0 || total < atLeast) return []
  const tokens = claimed.map(() => contracts.usdc)
  const args = [claimed.map(({ marketToken }) => marketToken), tokens, wallet] as const
  return [
    {
      to: contracts.exchangeRouter,
      data: encodeFunctionData({ abi: EXCHANGE_ROUTER, functionName: 'claimFundingFees', args }),
      value: 0n,
      gas: null,
      endsWith: 'receipt',
      description: `GMX: claim ${formatDecimal(total)} USDC of funding earned`,
    },
  ]
}
