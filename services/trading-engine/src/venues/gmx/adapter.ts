import { decodeFunctionResult, encodeFunctionData, pad } from 'viem/utils'
import type { Call, ChainReader, Hex, VenueAdapter } from '../port.js'
import { ERC20 } from './abi.js'
import type { GmxDeployment, GmxMarket } from './deployment.js'
import { createErrorNames } from './error-names.js'
import { EVENT_LOG_2, eventNameTopic } from './event-data.js'
import { claimFunding } from './claim-funding.js'
import { planRequest } from './plan.js'
import { readLogs, type LogReader } from './read-logs.js'
import { readWallet } from './read-wallet.js'
import type { GmxWalletState } from './wallet-state.js'

const UNLIMITED = 2n ** 256n - 1n
/** An unlimited allowance that has paid for orders is still far above it. */
const ALLOWANCE_MIN = UNLIMITED / 2n

/** Every answer to a wallet's order is one of these events, and names the wallet in the same place. */
const ORDER_EVENTS = ['OrderCreated', 'OrderExecuted', 'OrderUpdated', 'OrderCancelled', 'OrderFrozen']

export function createGmxAdapter(deployment: GmxDeployment): VenueAdapter<GmxWalletState> {
  const { contracts } = deployment
  const marketOf = findMarkets(deployment)
  const errorNames = createErrorNames()
  const logReader = { contracts, marketOf, tokenOf: findTokens(deployment), errorNames }
  return {
    venue: 'GMX',
    chainId: deployment.chainId,
    usdc: contracts.usdc,
    plan: (request, context) => planRequest(deployment, request, context),
    prepare: (wallet, reader) => prepareAllowance(deployment, wallet, reader),
    claims: (wallet, reader, atLeast) => claimFunding(deployment, wallet, reader, atLeast),
    readLogs: (logs, wallets) => readLogs(logReader, logs, wallets),
    logFilter: (wallets) => ({
      addresses: [contracts.eventEmitter],
      topics: [
        [EVENT_LOG_2],
        ORDER_EVENTS.map(eventNameTopic),
        null,
        wallets.map((wallet) => pad(wallet.toLowerCase() as Hex)),
      ],
    }),
    readWallet: (wallet, reader) => readWallet(deployment, marketOf, wallet, reader),
    revertReason: errorNames,
  }
}

/** By market and collateral; positions with another collateral than USDC are none of ours. */
function findMarkets({ contracts, markets }: GmxDeployment): (marketToken: Hex, collateral: Hex) => GmxMarket | null {
  const byToken = new Map([...markets.values()].map((market) => [market.marketToken.toLowerCase(), market]))
  const usdc = contracts.usdc.toLowerCase()
  return (marketToken, collateral) =>
    collateral.toLowerCase() === usdc ? (byToken.get(marketToken.toLowerCase()) ?? null) : null
}

/** The tokens of the markets that are configured; 0 decimals counts an unknown one in its smallest unit. */
function findTokens({ markets, tokens }: GmxDeployment): LogReader['tokenOf'] {
  const ofMarkets = [...markets.values()].map(({ symbol, indexToken, indexDecimals }) => ({
    ...{ address: indexToken, name: symbol.split('-')[0] ?? symbol, decimals: indexDecimals },
  }))
  const known = new Map([...ofMarkets, ...tokens].map((token) => [token.address.toLowerCase(), token]))
  return (token) => known.get(token.toLowerCase()) ?? { name: `units of ${token}`, decimals: 0 }
}

/** GMX's router takes the collateral of new orders out of the wallet. */
async function prepareAllowance(
  { contracts }: GmxDeployment,
  wallet: Hex,
  reader: ChainReader,
): Promise<readonly Call[]> {
  const call = { abi: ERC20, functionName: 'allowance' } as const
  const data = encodeFunctionData({ ...call, args: [wallet, contracts.router] })
  const allowance = decodeFunctionResult({ ...call, data: await reader.call(contracts.usdc, data) })
  if (allowance >= ALLOWANCE_MIN) return []
  return [
    {
      to: contracts.usdc,
      data: encodeFunctionData({ abi: ERC20, functionName: 'approve', args: [contracts.router, UNLIMITED] }),
      value: 0n,
      gas: null,
      endsWith: 'receipt',
      description: 'GMX: let the router take USDC for orders',
    },
  ]
}
