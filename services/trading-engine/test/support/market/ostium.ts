/** A mock of Ostium on a chain of one's own, the adapter before it, and the test in the place of keepers and bots. */
import {
  deploy,
  deployOstium,
  loadArtifact,
  startChain,
  type Contract,
  type Receipt,
  type TestChain,
} from '@ats/test-chain'
import { decimal, price, quantity, rate, usd, type Usd } from '../../../src/core/values/decimal.js'
import type { VenueAction, VenueRequest } from '../../../src/core/model/live/venue-request.js'
import type { Call, ChainLog, ChainReader, Hex, NotNow, PlacedLog } from '../../../src/venues/port.js'
import { createOstiumAdapter } from '../../../src/venues/ostium/adapter.js'
import type { OstiumDeployment } from '../../../src/venues/ostium/deployment.js'
import type { OstiumState } from '../../../src/venues/ostium/wallet-state.js'
import { readerAt, toChainLog, type RawLog } from '../venues/chain-reads.js'

export const [TP, SL, LIQ, OPEN, DAY_END] = [0, 1, 2, 3, 4]
export const GOLD = 5
export const START = decimal('100000')

export interface Quote {
  readonly bid: string
  readonly ask: string
  readonly isDayTradingClosed?: boolean
}

/** One wallet with 100,000 USDC, and what it holds, asks and is told. */
export interface OstiumMarket {
  readonly chain: TestChain
  readonly venue: OstiumDeployment
  readonly mock: Contract
  readonly wallet: Hex
  reader(block: number): ChainReader
  state(): Promise<OstiumState>
  /** Plans on the state of the last block, unless on another. */
  plan(request: VenueRequest, others?: readonly VenueRequest[], state?: OstiumState): Promise<readonly Call[] | NotNow>
  /** As `plan`, and throws what is refused. */
  calls(request: VenueRequest, others?: readonly VenueRequest[], state?: OstiumState): Promise<readonly Call[]>
  /** Plans, sends what is planned, and says what the logs meant since the last time; throws what is refused. */
  request(action: VenueAction, others?: readonly VenueRequest[]): Promise<{ logs: PlacedLog[]; receipts: Receipt[] }>
  send(call: Call): Promise<Receipt>
  /** A keeper answers; null: the market is closed. */
  answer(orderId: string | bigint, quote: Quote | null): Promise<PlacedLog[]>
  /** A bot asks for an automation of a slot; the id of its order. */
  trigger(kind: number, index: number, pairIndex?: number): Promise<bigint>
  /** The meaning of all logs since the last time; where blocks went back, it goes on from there. */
  news(): Promise<PlacedLog[]>
  usdc(): Promise<Usd>
  stop(): Promise<void>
}

export const quoteOf = (
  quote: Quote | null,
): { price: bigint; bid: bigint; ask: bigint; isDayTradingClosed: boolean } => {
  const [bid, ask] = quote === null ? [0n, 0n] : [decimal(quote.bid), decimal(quote.ask)]
  return { price: (bid + ask) / 2n, bid, ask, isDayTradingClosed: quote?.isDayTradingClosed ?? false }
}

export async function startOstium(): Promise<OstiumMarket> {
  const chain = await startChain()
  if (chain === null) throw new Error('there is no anvil')
  const token = await deploy(chain, loadArtifact('MockUsdc'))
  const { contract: mock, deployment: venue } = await deployOstium(chain, token)
  const [operator, trader] = chain.accounts.map(({ address }) => address) as [Hex, Hex]
  await mock.send(operator, 'setCarry', [0n, 0n])
  const wallet = trader
  await token.send(operator, 'mint', [wallet, START / 10n ** 12n])
  const market = marketOf(chain, venue, mock, token, wallet, operator)
  for (const call of await createOstiumAdapter(venue).prepare(wallet, market.reader(await chain.head()))) {
    await market.send(call)
  }
  await market.news()
  return market
}

function marketOf(
  chain: TestChain,
  venue: OstiumDeployment,
  mock: Contract,
  token: Contract,
  wallet: Hex,
  keeper: Hex,
): OstiumMarket {
  const adapter = createOstiumAdapter(venue)
  const ownRequests = new Map<string, VenueRequest>()
  let readUntil = 0

  const reader = (block: number): ChainReader => readerAt(chain, block)
  const state = async () => adapter.readWallet(wallet, reader(await chain.head()))
  const plan = async (request: VenueRequest, others: readonly VenueRequest[] = [], held?: OstiumState) =>
    adapter.plan(request, {
      wallet,
      now: 0,
      state: held ?? (await state()),
      others,
      gasPrice: 1n,
      requestOf: (id) => others.find((other) => other.id === id),
    })
  const calls = async (request: VenueRequest, others?: readonly VenueRequest[], held?: OstiumState) => {
    const planned = await plan(request, others, held)
    if ('wait' in planned) throw new Error(`${planned.wait ? 'later' : 'never'}: ${planned.reason}`)
    return planned
  }
  const send = ({ to, data, value, gas }: Call) =>
    chain.transact({ from: wallet, to, data, value, ...(gas === null ? {} : { gas }) })

  /** As the chain room does it: a filter finds transactions, which are read whole. */
  async function news(): Promise<PlacedLog[]> {
    const head = await chain.head()
    if (head <= readUntil) {
      readUntil = head
      return []
    }
    const { addresses, topics } = adapter.logFilter([wallet])
    const filter = { address: addresses, topics, fromBlock: hex(readUntil + 1), toBlock: hex(head) }
    const found = await chain.rpc<{ transactionHash: Hex }[]>('eth_getLogs', filter)
    readUntil = head
    const logs: ChainLog[] = []
    for (const hash of new Set(found.map(({ transactionHash }) => transactionHash))) {
      const receipt = await chain.rpc<{ logs: RawLog[] }>('eth_getTransactionReceipt', hash)
      logs.push(...receipt.logs.map((log) => toChainLog(chain.chainId, log)))
    }
    const requestOf = (txHash: string) => ownRequests.get(txHash)
    return [...(await adapter.readLogs(logs, new Set([wallet]), { at: reader, requestOf }))]
  }

  return {
    chain,
    venue,
    mock,
    wallet,
    reader,
    state,
    plan,
    calls,
    send,
    news,
    async request(action, others = []) {
      const request = requestFor(action)
      const receipts = []
      for (const call of await calls(request, others)) {
        const receipt = await send(call)
        ownRequests.set(receipt.transactionHash, request)
        receipts.push(receipt)
      }
      return { logs: await news(), receipts }
    },
    async answer(orderId, quote) {
      await mock.send(keeper, 'answer', [BigInt(orderId), quoteOf(quote)])
      return news()
    },
    async trigger(kind, index, pairIndex = GOLD) {
      await mock.send(keeper, 'trigger', [kind, wallet, pairIndex, index])
      return mock.read<bigint>('lastOrderId')
    },
    usdc: async () => usd((await token.read<bigint>('balanceOf', wallet)) * 10n ** 12n),
    stop: () => chain.stop(),
  }
}

const hex = (value: number): Hex => `0x${value.toString(16)}`

export const requestFor = (action: VenueAction, more: Partial<VenueRequest> = {}): VenueRequest => ({
  id: 'r1',
  accountId: 'a1',
  orderId: 'o1',
  venue: 'OSTIUM',
  action,
  state: 'NEW',
  txHash: null,
  venueOrderId: null,
  reason: null,
  createdAt: 0,
  updatedAt: 0,
  ...more,
})

type ActionOf<Kind extends VenueAction['kind']> = Extract<VenueAction, { kind: Kind }>

/** Two ounces of gold at 2,000 with ten times leverage, unless told. */
export const opening = (more: Partial<ActionOf<'open'>> = {}): ActionOf<'open'> => ({
  kind: 'open',
  symbol: 'XAU-USD',
  direction: 'LONG',
  type: 'MARKET',
  quantity: quantity(decimal('2')),
  price: price(decimal('2000')),
  worstPrice: price(decimal(more.direction === 'SHORT' ? '1980' : '2020')),
  leverage: rate(decimal('10')),
  collateral: usd(decimal('400')),
  takeProfit: null,
  stopLoss: null,
  ...more,
})

export const closing = (more: Partial<ActionOf<'close'>> = {}): ActionOf<'close'> => ({
  kind: 'close',
  symbol: 'XAU-USD',
  direction: 'LONG',
  type: 'MARKET',
  quantity: quantity(decimal('2')),
  ofQuantity: quantity(decimal('2')),
  price: price(decimal('2000')),
  worstPrice: price(decimal('1900')),
  ...more,
})

/** A request that the venue knows, for others to name. */
export const known = (action: VenueAction, venueOrderId: string): VenueRequest =>
  requestFor(action, { id: 'r0', state: 'ACCEPTED', venueOrderId })
