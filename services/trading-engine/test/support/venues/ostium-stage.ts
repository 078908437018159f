/** Ostium on a chain of the test's own, MockOstium with its keepers and bots, or as a file says where it is. */
import { readFileSync } from 'node:fs'
import { deploy, loadArtifact, openChain, startChain, type Contract, type Hex, type TestChain } from '@ats/test-chain'
import { decimal } from '../../../src/core/values/decimal.js'
import { createOstiumAdapter } from '../../../src/venues/ostium/adapter.js'
import type { OstiumDeployment } from '../../../src/venues/ostium/deployment.js'
import { createWallet } from './test-wallet.js'
import { walletsOf, type ChainFile, type Keeper, type VenueStage } from './venue-stage.js'

const PAIRS = [
  { index: 0, symbol: 'BTC-USD' },
  { index: 5, symbol: 'XAU-USD' },
]
const MARKET = { symbol: 'BTC-USD', price: '60000' }
const OTHER_MARKET = { symbol: 'XAU-USD', price: '2400' }
const SLOTS = 10
/** For a unit of size, 18 decimals; longs pay funding. */
const ROLLOVER_PER_BLOCK = 10n ** 13n
const FUNDING_PER_BLOCK = 3n * 10n ** 13n
const TIMEOUT_BLOCKS = 30
/** Automations as the venue numbers them. */
const OPEN = 3
const CLOSING = [0, 1, 2]

export async function startOstiumStage(): Promise<VenueStage> {
  const chain = (await startChain({ mining: 'manual' }))!
  const usdc = await deploy(chain, loadArtifact('MockUsdc'))
  const venue = await deploy(chain, loadArtifact('MockOstium'), [usdc.address])
  const operator = chain.accounts[0]!.address
  await usdc.send(operator, 'mint', [venue.address, 10n ** 15n])
  await venue.send(operator, 'setCarry', [ROLLOVER_PER_BLOCK, FUNDING_PER_BLOCK])
  const { address } = venue
  const deployment: OstiumDeployment = {
    chainId: chain.chainId,
    version: 'v1.2.4',
    trading: await venue.read<Hex>('trading'),
    storage: address,
    callbacks: address,
    pairsStorage: address,
    pairInfos: address,
    usdc: usdc.address,
    pairs: PAIRS,
  }
  return {
    venue: 'OSTIUM',
    adapter: createOstiumAdapter(deployment),
    chain,
    usdc: usdc.address,
    keeper: createKeeper(chain, venue),
    market: MARKET,
    otherMarket: OTHER_MARKET,
    createWallet: () => createWallet(chain, usdc),
    owed: () => Promise.resolve(0n),
    stop: () => chain.stop(),
  }
}

/** Contracts that are elsewhere, by a file of `ChainFile`. */
export function openOstiumStage(file: string): VenueStage {
  const document = JSON.parse(readFileSync(file, 'utf8')) as ChainFile<OstiumDeployment>
  const { rpcUrl, deployment, accounts, markets } = document
  return {
    venue: 'OSTIUM',
    adapter: createOstiumAdapter(deployment),
    chain: openChain(rpcUrl, deployment.chainId, accounts),
    usdc: deployment.usdc,
    keeper: null,
    market: markets[0],
    otherMarket: markets[1],
    createWallet: walletsOf(accounts),
    owed: () => Promise.resolve(0n),
    stop: () => Promise.resolve(),
  }
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
  const prices = new Map([MARKET, OTHER_MARKET].map(({ symbol, price }) => [symbol, decimal(price)]))
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
    setPrice: (symbol, dollars) => Promise.resolve(void prices.set(symbol, decimal(dollars))),
    execute: (wallet, id) => answer(wallet, id, (quote) => quote),
    refuse: (wallet, id, reason) => refusals[reason]!(wallet, id),
    async sweep(wallet, symbol) {
      const { index: pair } = PAIRS.find((one) => one.symbol === symbol)!
      const isOpen = async (slot: number): Promise<boolean> =>
        (await venue.read<{ leverage: number }>('getOpenTrade', wallet, pair, slot)).leverage !== 0
      for (let slot = 0; slot < SLOTS; slot += 1)
        for (const kind of CLOSING)
          if (await isOpen(slot)) await send('triggerAndAnswer', kind, wallet, pair, slot, quoteAt(pair))
    },
    setPaused: async (isPaused) => void (await send('setTradingPaused', isPaused)),
    passExpiry: () => chain.mine(TIMEOUT_BLOCKS),
  }
}
