/** Ostium as tests need it: MockOstium, its keepers and bots. */
import { parseUnits } from 'viem'
import type { Hex } from '../chain.js'
import { deploy, loadArtifact, type Contract } from '../contracts.js'
import type { TestChain } from '../start-chain.js'
import type { Keeper, MockVenue } from './mock-venue.js'

const PAIRS = [
  { index: 0, symbol: 'BTC-USD' },
  { index: 5, symbol: 'XAU-USD' },
]
const MARKETS = [
  { symbol: 'BTC-USD', price: '60000' },
  { symbol: 'XAU-USD', price: '2400' },
] as const
const SLOTS = 10
/** Where a wallet's trades and resting orders are. */
const PLACES = PAIRS.flatMap(({ index: pair }) => Array.from({ length: SLOTS }, (_, slot) => ({ pair, slot })))
/** For a unit of size, 18 decimals; longs pay funding. */
const ROLLOVER_PER_BLOCK = 10n ** 13n
const FUNDING_PER_BLOCK = 3n * 10n ** 13n
const TIMEOUT_BLOCKS = 30
/** Automations as the venue numbers them. */
const OPEN = 3
const CLOSING = [0, 1, 2]

export async function deployOstium(chain: TestChain, usdc: Contract) {
  const venue = await deploy(chain, loadArtifact('MockOstium'), [usdc.address])
  const operator = chain.accounts[0]!.address
  await usdc.send(operator, 'mint', [venue.address, 10n ** 15n])
  await venue.send(operator, 'setCarry', [ROLLOVER_PER_BLOCK, FUNDING_PER_BLOCK])
  const { address } = venue
  const deployment = {
    chainId: chain.chainId,
    version: 'v1.2.4',
    trading: await venue.read<Hex>('trading'),
    storage: address,
    callbacks: address,
    pairsStorage: address,
    pairInfos: address,
    usdc: usdc.address,
    pairs: PAIRS,
  } as const
  return {
    deployment,
    contract: venue,
    keeper: createKeeper(chain, venue),
    markets: MARKETS,
    owed: () => Promise.resolve(0n),
  } satisfies MockVenue<object>
}

interface Quote {
  readonly price: bigint
  readonly bid: bigint
  readonly ask: bigint
  readonly isDayTradingClosed: boolean
}

/** Bid and ask are a hundredth of a per cent beside the price. */
const quoteOf = (price: bigint): Quote => ({
  price,
  bid: price - price / 10_000n,
  ask: price + price / 10_000n,
  isDayTradingClosed: false,
})

function createKeeper(chain: TestChain, venue: Contract): Keeper {
  const operator = chain.accounts[1]!.address
  const prices = new Map<string, bigint>(MARKETS.map(({ symbol, price }) => [symbol, parseUnits(price, 18)]))
  const send = (name: string, ...args: unknown[]): Promise<unknown> => venue.send(operator, name, args)
  const symbolOf = (pairIndex: number): string => PAIRS.find(({ index }) => index === pairIndex)!.symbol
  const quoteAt = (pairIndex: number): Quote => quoteOf(prices.get(symbolOf(pairIndex))!)
  const pairOf = async (orderId: string): Promise<number> => venue.read<number>('pairOfOrder', BigInt(orderId))

  const answer = async (wallet: Hex, venueOrderId: string, change: (quote: Quote) => Quote): Promise<void> => {
    const [pair, slot] = venueOrderId.split(':').map(Number)
    if (slot === undefined) await send('answer', BigInt(venueOrderId), change(quoteAt(await pairOf(venueOrderId))))
    else await send('triggerAndAnswer', OPEN, wallet, pair, slot, change(quoteAt(pair!)))
  }
  const refusals: Readonly<Record<string, (wallet: Hex, venueOrderId: string) => Promise<void>>> = {
    async PAUSED(wallet, id) {
      await send('setPaused', true)
      await answer(wallet, id, (quote) => quote)
      await send('setPaused', false)
    },
    MARKET_CLOSED: (wallet, id) => answer(wallet, id, () => quoteOf(0n)),
    SLIPPAGE: (wallet, id) => answer(wallet, id, ({ price }) => quoteOf(price * 2n)),
    async DAY_TRADE_NOT_ALLOWED(wallet, id) {
      await send('setLimits', SLOTS, 50, 100)
      await answer(wallet, id, (quote) => ({ ...quote, isDayTradingClosed: true }))
      await send('setLimits', SLOTS, 50, 0)
    },
  }
  return {
    refusals: Object.keys(refusals),
    setPrice: (symbol, dollars) => Promise.resolve(void prices.set(symbol, parseUnits(dollars, 18))),
    execute: (wallet, id) => answer(wallet, id, (quote) => quote),
    refuse: (wallet, id, reason) => refusals[reason]!(wallet, id),
    async sweep(wallet, symbol) {
      const { index: pair } = PAIRS.find((one) => one.symbol === symbol)!
      const isOpen = async (slot: number): Promise<boolean> =>
        (await venue.read<{ leverage: number }>('getOpenTrade', wallet, pair, slot)).leverage !== 0
      const slots = Array.from({ length: SLOTS }, (_, slot) => slot)
      const areOpen = await Promise.all(slots.map(isOpen))
      for (const slot of slots.filter((one) => areOpen[one]))
        for (const kind of CLOSING)
          if (await isOpen(slot)) await send('triggerAndAnswer', kind, wallet, pair, slot, quoteAt(pair))
    },
    waiting: async (wallet) => (await venue.read<readonly bigint[]>('getPendingOrderIds', wallet)).map(String),
    async countHoldings(wallet) {
      const pending = await venue.read<readonly bigint[]>('getPendingOrderIds', wallet)
      const held = await Promise.all(
        PLACES.map(async ({ pair, slot }) => {
          const isResting = await venue.read<boolean>('hasOpenLimitOrder', wallet, pair, slot)
          const { leverage } = await venue.read<{ leverage: number }>('getOpenTrade', wallet, pair, slot)
          return Number(isResting) + Number(leverage !== 0)
        }),
      )
      return pending.length + held.reduce((sum, one) => sum + one, 0)
    },
    setPaused: async (isPaused) => void (await send('setTradingPaused', isPaused)),
    async reset() {
      await send('setPaused', false)
      await send('setTradingPaused', false)
      await send('setLimits', SLOTS, 50, 0)
    },
    passExpiry: () => chain.mine(TIMEOUT_BLOCKS),
  }
}
