/**
 * GMX on a local chain: its contracts as the mock has them, a wallet with USDC, and the test as oracle and keeper.
 * Everything that a wallet does goes through the adapter: plans are sent as they are, and answers read from receipts.
 */
import {
  deploy,
  deployGmx,
  loadArtifact,
  startChain,
  type Contract,
  type Receipt,
  type TestChain,
} from '@ats/test-chain'
import { decimal, formatDecimal, price, quantity, type Price } from '../../../src/core/values/decimal.js'
import type { VenueAction, VenueRequest } from '../../../src/core/model/live/venue-request.js'
import { createGmxAdapter } from '../../../src/venues/gmx/adapter.js'
import { toContractPrice } from '../../../src/venues/gmx/amounts.js'
import { readDeployment, type GmxDeployment } from '../../../src/venues/gmx/deployment.js'
import type { GmxWalletState } from '../../../src/venues/gmx/wallet-state.js'
import type { ChainLog, ChainReader, Hex, NotNow, PlacedLog, VenueAdapter } from '../../../src/venues/port.js'
import { readerAt } from '../venues/chain-reads.js'

const MINTED = 1_000_000_000_000n

export interface GmxChain {
  readonly chain: TestChain
  readonly adapter: VenueAdapter<GmxWalletState>
  readonly gmx: Contract
  readonly usdc: Contract
  readonly deployment: GmxDeployment
  readonly wallet: Hex
  readonly keeper: Hex
  reader(): Promise<ChainReader>
  state(): Promise<GmxWalletState>
  /** Sends what the adapter plans; `requests` are those that a cancellation or change is about. */
  send(action: VenueAction, requests?: readonly VenueRequest[]): Promise<readonly PlacedLog[]>
  plan(action: VenueAction, requests?: readonly VenueRequest[]): Promise<readonly unknown[] | NotNow>
  /** Opens or closes, and gives the key under which the venue has the order. */
  place(action: VenueAction): Promise<Hex>
  /** Sends as the keeper, and reads what it means for the wallet. */
  keep(name: string, ...args: readonly unknown[]): Promise<readonly PlacedLog[]>
  /** Executes an order at these prices. */
  execute(key: Hex, symbol: string, min: string, max?: string, impactUsd?: bigint): Promise<readonly PlacedLog[]>
  contractPrice(symbol: string, dollars: string): bigint
  usdcOf(address: Hex): Promise<bigint>
  /** From then on, profits of the market are paid in its token: that token. */
  readonly stopSwaps: (symbol: string) => Promise<Contract>
}

/** Null where there is no local chain. */
export async function startGmx(): Promise<GmxChain | null> {
  const chain = await startChain()
  if (chain === null) return null
  const [operator, walletAccount, keeperAccount] = chain.accounts.map(({ address }) => address)
  const wallet = walletAccount!
  const keeper = keeperAccount!
  const usdc = await deploy(chain, loadArtifact('MockUsdc'))
  const { contract: gmx, deployment: document, stopSwaps } = await deployGmx(chain, usdc)
  const deployment = readDeployment(document)
  await usdc.send(operator!, 'mint', [wallet, MINTED])
  const adapter = createGmxAdapter(deployment)

  const reader = async (): Promise<ChainReader> => readerAt(chain, await chain.head())
  const state = async () => adapter.readWallet(wallet, await reader())
  const read = async (receipt: Receipt) =>
    adapter.readLogs(logsOf(chain, receipt), new Set([wallet]), {
      at: (block) => readerAt(chain, block),
      requestOf: () => undefined,
    })
  const plan: GmxChain['plan'] = async (action, requests = []) => {
    const { timestamp } = await chain.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
    return adapter.plan(requestFor(action), {
      wallet,
      now: Number(timestamp) * 1_000_000,
      state: await state(),
      others: [],
      gasPrice: BigInt(await chain.rpc<Hex>('eth_gasPrice')),
      requestOf: (id) => requests.find((request) => request.id === id),
    })
  }
  const transact = async (calls: readonly { to: Hex; data: Hex; value: bigint }[]) => {
    const answers: PlacedLog[] = []
    for (const { to, data, value } of calls)
      answers.push(...(await read(await chain.transact({ from: wallet, to, data, value }))))
    return answers
  }
  const send: GmxChain['send'] = async (action, requests) => {
    const planned = await plan(action, requests)
    if ('wait' in planned) throw new Error(planned.reason)
    return transact(planned as Parameters<typeof transact>[0])
  }
  const keep: GmxChain['keep'] = async (name, ...args) => read(await gmx.send(keeper, name, args, { gas: 10_000_000n }))
  const contractPrice = (symbol: string, dollars: string) =>
    toContractPrice(price(decimal(dollars)), deployment.markets.get(symbol)!.indexDecimals, 'FLOOR')

  await transact(await adapter.prepare(wallet, await reader()))
  return {
    chain,
    adapter,
    gmx,
    usdc,
    deployment,
    wallet,
    keeper,
    reader,
    state,
    plan,
    send,
    keep,
    contractPrice,
    stopSwaps,
    usdcOf: (address) => usdc.read<bigint>('balanceOf', address),
    async place(action) {
      const [accepted] = await send(action)
      if (accepted?.kind !== 'accepted') throw new Error('no order was accepted')
      return accepted.venueOrderId as Hex
    },
    execute: (key, symbol, min, max = min, impactUsd = 0n) =>
      keep('executeOrder', key, contractPrice(symbol, min), contractPrice(symbol, max), impactUsd),
  }
}

export function requestFor(action: VenueAction, more: Partial<VenueRequest> = {}): VenueRequest {
  const sent = { state: 'NEW', txHash: null, venueOrderId: null, reason: null } as const
  return { id: 'r', accountId: 'a', orderId: 'o', venue: 'GMX', action, ...sent, createdAt: 0, updatedAt: 0, ...more }
}

const logsOf = (chain: TestChain, receipt: Receipt): ChainLog[] =>
  receipt.logs.map((log) => ({
    ...log,
    chainId: chain.chainId,
    block: receipt.blockNumber,
    blockHash: receipt.blockHash,
    txHash: receipt.transactionHash,
  }))

/** Actions in words of a test: decimals as texts. */
export const opening = (
  symbol: string,
  direction: 'LONG' | 'SHORT',
  amount: string,
  at: string,
  collateral: string,
  more: Partial<Extract<VenueAction, { kind: 'open' }>> = {},
): VenueAction => ({
  kind: 'open',
  symbol,
  direction,
  type: 'MARKET',
  quantity: quantity(decimal(amount)),
  price: price(decimal(at)),
  worstPrice: slipped(at, direction === 'LONG'),
  leverage: 0n as never,
  collateral: decimal(collateral) as never,
  takeProfit: null,
  stopLoss: null,
  ...more,
})

export const closing = (
  symbol: string,
  direction: 'LONG' | 'SHORT',
  amount: string,
  of: string,
  at: string,
  more: Partial<Extract<VenueAction, { kind: 'close' }>> = {},
): VenueAction => ({
  kind: 'close',
  symbol,
  direction,
  type: 'MARKET',
  quantity: quantity(decimal(amount)),
  ofQuantity: quantity(decimal(of)),
  price: price(decimal(at)),
  worstPrice: slipped(at, direction === 'SHORT'),
  ...more,
})

/** One per cent away. */
const slipped = (at: string, isBuying: boolean): Price => price((decimal(at) * (isBuying ? 101n : 99n)) / 100n)

export const text = formatDecimal
