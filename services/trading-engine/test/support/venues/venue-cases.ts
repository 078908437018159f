/** The cases that hold an adapter to its venue: each is played by a wallet of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { VenueId } from '../../../src/core/model/market/instrument.js'
import type { Direction } from '../../../src/core/model/account/position.js'
import { decimal, formatDecimal } from '../../../src/core/values/decimal.js'
import type { PlacedLog, VenuePosition } from '../../../src/venues/port.js'
import type { VenueAction, VenueFill } from '../../../src/core/model/live/venue-request.js'
import { cancel, close, open } from './actions.js'
import type { Keeper } from '@ats/test-chain'
import type { VenueStage } from './venue-stage.js'
import type { VenueTrader } from './venue-trader.js'

export interface VenueCase {
  readonly title: string
  /** Default: both. */
  readonly venue?: VenueId
  /** True: keepers that are not the test's do it, too. */
  readonly isPlain?: boolean
  readonly play: (scene: Scene) => Promise<void>
}

/** A case's words for what happens. */
export interface Scene {
  readonly stage: VenueStage
  readonly trader: VenueTrader
  readonly keeper: Keeper
  readonly symbol: string
  readonly price: string
  /** Asks and has it answered: the last answer. */
  readonly trade: (action: VenueAction) => Promise<PlacedLog>
  readonly openMarket: (size?: Size) => Promise<VenueFill>
  readonly closeMarket: (part?: { readonly direction?: Direction; readonly of?: bigint }) => Promise<VenueFill>
  readonly position: (direction?: Direction) => Promise<VenuePosition | undefined>
}

interface Size {
  readonly direction?: Direction
  /** Dollars, 10 times what it is backed with. */
  readonly dollars?: string
}

/** The price, so many per cent beside it. */
export const beside = (price: string, percent: bigint): string =>
  formatDecimal((decimal(price) * (100n + percent)) / 100n)

export const unitsOf = (dollars: string, price: string): string =>
  formatDecimal((decimal(dollars) * decimal('1')) / decimal(price))

export function sceneOf(stage: VenueStage, trader: VenueTrader): Scene {
  const { symbol, price } = stage.market
  /** The answer to a request; others may come with it, e.g. to exits of a position that is closed. */
  const answered = async (id: string): Promise<PlacedLog> => {
    const order = trader.orderOf(id)
    // Keepers of their own may have answered before it was known that the order is there.
    const find = () =>
      trader.answers.findLast(({ kind, venueOrderId }) => kind !== 'accepted' && venueOrderId === order)
    if (stage.keeper !== null) await stage.keeper.execute(trader.wallet, order)
    await trader.read()
    let answer = find()
    while (answer === undefined) {
      await sleep(100)
      await trader.read()
      answer = find()
    }
    return answer
  }
  const scene: Scene = {
    stage,
    trader,
    get keeper() {
      if (stage.keeper === null) throw new Error('this case needs a keeper that the test plays')
      return stage.keeper
    },
    symbol,
    price,
    async trade(action) {
      const id = await trader.ask(action)
      let answer = await answered(id)
      while (await trader.sendNext(id)) answer = await answered(id)
      return answer
    },
    openMarket: async ({ direction = 'LONG', dollars = '6000' } = {}) =>
      fillOf(await scene.trade(open({ symbol, direction, price, quantity: unitsOf(dollars, price) }))),
    async closeMarket({ direction = 'LONG', of } = {}) {
      const { quantity } = (await scene.position(direction))!
      return fillOf(
        await scene.trade(close({ symbol, direction, price, quantity: of ?? quantity, ofQuantity: quantity })),
      )
    },
    async position(direction = 'LONG') {
      const { positions } = await trader.state()
      return positions.find((one) => one.symbol === symbol && one.direction === direction)
    },
  }
  return scene
}

function fillOf(answer: PlacedLog): VenueFill {
  expect(answer).toMatchObject({ kind: 'executed', cause: 'order' })
  return (answer as PlacedLog & { kind: 'executed' }).fill
}

/** The smallest unit of a token with 8 decimals, which both venues count in or below. */
const LOT = 10n ** 10n
const DIRECTIONS: readonly Direction[] = ['LONG', 'SHORT']

export const VENUE_CASES: readonly VenueCase[] = [
  ...DIRECTIONS.map((direction): VenueCase => ({
    title: `a market order opens a ${direction} position, and another closes all of it`,
    isPlain: true,
    async play({ openMarket, closeMarket, position, symbol, trader }) {
      const opened = await openMarket({ direction })
      const [opens, closes] = direction === 'LONG' ? ['BUY', 'SELL'] : ['SELL', 'BUY']
      expect(opened).toMatchObject({ symbol, side: opens, isClosing: false, payout: null })
      expect((await position(direction))?.quantity).toBe(opened.quantity)
      const closed = await closeMarket({ direction })
      expect(closed).toMatchObject({ symbol, side: closes, isClosing: true, quantity: opened.quantity, collateral: 0n })
      expect((await trader.state()).positions).toEqual([])
    },
  })),
  {
    title: 'never opens more than was asked, for more than it was given',
    isPlain: true,
    async play({ trade, symbol, price }) {
      const action = open({ symbol, price, quantity: unitsOf('7777.77', price), leverage: '7.3' })
      const { quantity, collateral } = fillOf(await trade(action))
      expect(quantity <= (action.quantity * 1001n) / 1000n).toBe(true)
      expect(quantity >= (action.quantity * 98n) / 100n).toBe(true)
      expect(collateral <= action.collateral).toBe(true)
    },
  },
  ...DIRECTIONS.map((direction): VenueCase => ({
    title: `profit and loss of a ${direction} position are paid out`,
    async play({ openMarket, closeMarket, keeper, symbol, price, position }) {
      await openMarket({ direction, dollars: '12000' })
      const half = (await position(direction))!.quantity / 2n
      await keeper.setPrice(symbol, beside(price, 1n))
      const first = await closeMarket({ direction, of: half })
      await keeper.setPrice(symbol, beside(price, -1n))
      const second = await closeMarket({ direction })
      const [gain, loss] = direction === 'LONG' ? [first, second] : [second, first]
      expect(gain.realizedPnl! > decimal('50')).toBe(true)
      expect(loss.realizedPnl! < decimal('-50')).toBe(true)
    },
  })),
  {
    title: 'adds to a position',
    isPlain: true,
    async play({ openMarket, closeMarket, position }) {
      const first = await openMarket()
      const second = await openMarket({ dollars: '3000' })
      expect((await position())?.quantity).toBe(first.quantity + second.quantity)
      await closeMarket()
      expect(await position()).toBeUndefined()
    },
  },
  {
    title: 'closes parts, never more than was asked, and then the rest',
    isPlain: true,
    async play({ stage, openMarket, closeMarket, position }) {
      const { quantity } = await openMarket({ dollars: '19999.37' })
      for (const percent of [30n, 37n]) {
        const wanted = ((quantity * percent) / 100n / LOT) * LOT
        const closed = await closeMarket({ of: wanted })
        expect(closed.quantity <= wanted).toBe(true)
        if (stage.venue === 'GMX') expect(closed.quantity).toBe(wanted)
        expect(closed.quantity > (wanted * 99n) / 100n).toBe(true)
      }
      await closeMarket()
      expect(await position()).toBeUndefined()
    },
  },
  ...(['LIMIT', 'STOP'] as const).flatMap((type) =>
    DIRECTIONS.map((direction): VenueCase => ({
      title: `a ${type} order to go ${direction} waits, and fills when its price is reached`,
      async play({ trader, keeper, symbol, price, position }) {
        const isBelow = (type === 'LIMIT') === (direction === 'LONG')
        const at = beside(price, isBelow ? -3n : 3n)
        const id = await trader.ask(open({ symbol, direction, type, price: at, quantity: unitsOf('6000', at) }))
        expect((await trader.state()).orders).toMatchObject([
          { venueOrderId: trader.orderOf(id), type, isClosing: false },
        ])
        expect(await position(direction)).toBeUndefined()
        await keeper.setPrice(symbol, beside(price, isBelow ? -4n : 4n))
        await keeper.execute(trader.wallet, trader.orderOf(id))
        const [filled, ...others] = await trader.read()
        expect(filled).toMatchObject({ kind: 'executed', cause: 'order', fill: { isClosing: false } })
        // Ostium says the levels of a trade as it opens it.
        expect(others.filter(({ kind }) => kind !== 'levels')).toEqual([])
        expect(trader.requestOf(id).state).toBe('EXECUTED')
        expect((await position(direction))!.quantity > 0n).toBe(true)
        expect((await trader.state()).orders).toEqual([])
      },
    })),
  ),
  {
    title: 'a resting order is withdrawn',
    isPlain: true,
    async play({ trader, symbol, price }) {
      const at = beside(price, -5n)
      const id = await trader.ask(open({ symbol, type: 'LIMIT', price: at, quantity: unitsOf('6000', at) }))
      await trader.ask(cancel(symbol, id))
      expect(trader.requestOf(id).state).toBe('CANCELLED')
      expect((await trader.state()).orders).toEqual([])
      expect(await trader.plan(cancel(symbol, id))).toMatchObject({ wait: false })
    },
  },
  {
    title: 'a resting order is moved, and fills at its new price',
    async play({ trader, keeper, symbol, price, position }) {
      const at = beside(price, -5n)
      const action = open({ symbol, type: 'LIMIT', price: at, quantity: unitsOf('6000', at) })
      const id = await trader.ask(action)
      const next = open({ symbol, type: 'LIMIT', price: beside(price, -2n), quantity: unitsOf('6000', at) })
      const { quantity, price: moved, worstPrice } = next
      await trader.ask({ kind: 'update', symbol, requestId: id, quantity, price: moved, worstPrice })
      expect((await trader.state()).orders).toMatchObject([{ price: moved }])
      await keeper.setPrice(symbol, beside(price, -3n))
      await keeper.execute(trader.wallet, trader.orderOf(id))
      await trader.read()
      expect(await position()).toBeDefined()
    },
  },
  ...(['TAKE_PROFIT', 'STOP_LOSS'] as const).flatMap((type) =>
    DIRECTIONS.map((direction): VenueCase => ({
      title: `a ${type} closes a ${direction} position when its price is reached, and not before`,
      async play({ trader, keeper, openMarket, position, symbol, price }) {
        const { quantity } = await openMarket({ direction })
        const isAbove = (type === 'TAKE_PROFIT') === (direction === 'LONG')
        const at = beside(price, isAbove ? 3n : -3n)
        const id = await trader.ask(close({ symbol, direction, type, quantity, price: at }))
        expect(trader.requestOf(id).state).toBe('ACCEPTED')
        await keeper.setPrice(symbol, beside(price, isAbove ? 2n : -2n))
        await keeper.sweep(trader.wallet, symbol)
        expect(await trader.read()).toEqual([])
        await keeper.setPrice(symbol, beside(price, isAbove ? 4n : -4n))
        await keeper.sweep(trader.wallet, symbol)
        const cause = type === 'TAKE_PROFIT' ? 'take_profit' : 'stop_loss'
        expect(await trader.read()).toMatchObject([{ kind: 'executed', cause, fill: { isClosing: true, quantity } }])
        expect(trader.requestOf(id).state).toBe('EXECUTED')
        expect(await position(direction)).toBeUndefined()
      },
    })),
  ),
  {
    title: 'an exit is withdrawn, and its position stays when the price comes',
    async play({ trader, keeper, openMarket, position, symbol, price }) {
      const { quantity } = await openMarket()
      const id = await trader.ask(close({ symbol, type: 'TAKE_PROFIT', quantity, price: beside(price, 3n) }))
      await trader.ask(cancel(symbol, id))
      expect(trader.requestOf(id).state).toBe('CANCELLED')
      await keeper.setPrice(symbol, beside(price, 4n))
      await keeper.sweep(trader.wallet, symbol)
      expect(await trader.read()).toEqual([])
      expect(await position()).toBeDefined()
    },
  },
  {
    title: 'what rests at the venue ends with the position that it would close',
    venue: 'GMX',
    async play({ trader, openMarket, closeMarket, symbol, price }) {
      const { quantity } = await openMarket()
      const exit = await trader.ask(close({ symbol, type: 'STOP_LOSS', quantity, price: beside(price, -3n) }))
      await closeMarket()
      expect(trader.requestOf(exit)).toMatchObject({ state: 'CANCELLED' })
      expect((await trader.state()).orders).toEqual([])
    },
  },
  {
    title: 'a market order without an answer is withdrawn after its time, and not before',
    async play({ trader, keeper, symbol, price }) {
      const before = await trader.state()
      const id = await trader.ask(open({ symbol, price, quantity: unitsOf('6000', price) }))
      expect(await trader.plan(cancel(symbol, id))).toMatchObject({ wait: true })
      await keeper.passExpiry()
      await trader.read()
      await trader.ask(cancel(symbol, id))
      expect(['TIMED_OUT', 'CANCELLED']).toContain(trader.requestOf(id).state)
      expect((await trader.state()).usdc).toBe(before.usdc)
    },
  },
  {
    title: 'a close without an answer is withdrawn after its time, and the position is as it was',
    async play({ trader, keeper, openMarket, position, symbol, price }) {
      await openMarket()
      const held = (await position())!
      const half = held.quantity / 2n
      const id = await trader.ask(close({ symbol, price, quantity: half, ofQuantity: held.quantity }))
      await keeper.passExpiry()
      await trader.read()
      await trader.ask(cancel(symbol, id))
      expect(['TIMED_OUT', 'CANCELLED']).toContain(trader.requestOf(id).state)
      expect(await position()).toMatchObject({ quantity: held.quantity, collateral: held.collateral })
    },
  },
  {
    title: "a liquidation is the venue's own, and takes the position with its exits",
    async play({ trader, keeper, openMarket, position, symbol, price }) {
      const { quantity } = await openMarket()
      await trader.ask(close({ symbol, type: 'TAKE_PROFIT', quantity, price: beside(price, 3n) }))
      await keeper.setPrice(symbol, beside(price, -11n))
      await keeper.sweep(trader.wallet, symbol)
      const [liquidated] = await trader.read()
      expect(liquidated).toMatchObject({
        kind: 'executed',
        venueOrderId: null,
        cause: 'liquidation',
        fill: { quantity },
      })
      expect(await position()).toBeUndefined()
    },
  },
  {
    title: 'two markets are two positions, and long and short are told apart',
    isPlain: true,
    async play({ stage, trader, trade, openMarket, closeMarket, symbol }) {
      const { otherMarket: other } = stage
      await openMarket({ direction: 'SHORT' })
      fillOf(await trade(open({ ...other, quantity: unitsOf('6000', other.price) })))
      expect((await trader.state()).positions).toHaveLength(2)
      await closeMarket({ direction: 'SHORT' })
      expect((await trader.state()).positions).toMatchObject([{ symbol: other.symbol, direction: 'LONG' }])
      expect(symbol).not.toBe(other.symbol)
    },
  },
  {
    title: 'a flip is a close and an open',
    isPlain: true,
    async play({ openMarket, closeMarket, position }) {
      await openMarket()
      await closeMarket()
      await openMarket({ direction: 'SHORT' })
      expect(await position('LONG')).toBeUndefined()
      expect(await position('SHORT')).toBeDefined()
    },
  },
  {
    title: 'a venue that is paused takes no opening order',
    async play({ trader, keeper, openMarket, closeMarket, symbol, price }) {
      await openMarket()
      await keeper.setPaused(true)
      try {
        expect((await trader.state()).isPaused).toBe(true)
        expect(await trader.plan(open({ symbol, price, quantity: unitsOf('6000', price) }))).toHaveProperty('reason')
        await closeMarket()
      } finally {
        await keeper.setPaused(false)
      }
      expect((await trader.state()).isPaused).toBe(false)
    },
  },
  {
    title: 'a resting order that cannot be filled freezes, and is withdrawn',
    venue: 'GMX',
    async play({ trader, keeper, symbol, price }) {
      const at = beside(price, -3n)
      const id = await trader.ask(open({ symbol, type: 'LIMIT', price: at, quantity: unitsOf('6000', at) }))
      await keeper.setPrice(symbol, beside(price, -4n))
      await keeper.refuse(trader.wallet, trader.orderOf(id), keeper.refusals[0]!)
      expect(await trader.read()).toMatchObject([{ kind: 'frozen', venueOrderId: trader.orderOf(id) }])
      expect((await trader.state()).orders).toMatchObject([{ isFrozen: true }])
      await trader.ask(cancel(symbol, id))
      expect(trader.requestOf(id).state).toBe('CANCELLED')
    },
  },
  {
    title: 'several trades close the oldest first, each by a request of its own',
    venue: 'OSTIUM',
    async play({ trader, openMarket, closeMarket, position }) {
      const fills = [await openMarket(), await openMarket({ dollars: '4000' }), await openMarket({ dollars: '5000' })]
      const [first, second, third] = fills as [VenueFill, VenueFill, VenueFill]
      const wanted = first.quantity + second.quantity / 2n
      const count = trader.answers.length
      await closeMarket({ of: wanted })
      const closed = trader.answers.slice(count).flatMap((one) => (one.kind === 'executed' ? [one.fill] : []))
      expect(closed.map(({ tradeId }) => tradeId)).toEqual([first.tradeId, second.tradeId])
      expect(closed[0]!.quantity).toBe(first.quantity)
      expect(closed[0]!.quantity + closed[1]!.quantity <= wanted).toBe(true)
      expect((await position())?.trades.map(({ tradeId }) => tradeId)).toEqual([second.tradeId, third.tradeId])
      await closeMarket()
      expect(await position()).toBeUndefined()
    },
  },
  {
    title: 'while a close waits nothing opens on its pair, so that it cannot close another trade',
    venue: 'OSTIUM',
    async play({ stage, trader, keeper, openMarket, position, symbol, price }) {
      const { quantity, tradeId } = await openMarket()
      const exit = await trader.ask(close({ symbol, type: 'TAKE_PROFIT', quantity, price: beside(price, 3n) }))
      const id = await trader.ask(close({ symbol, price, quantity }))
      const opening = open({ symbol, price, quantity: unitsOf('6000', price) })
      expect(await trader.plan(opening)).toMatchObject({ wait: true })
      await keeper.setPrice(symbol, beside(price, 4n))
      await keeper.sweep(trader.wallet, symbol)
      expect(await trader.read()).toMatchObject([{ kind: 'executed', cause: 'take_profit', fill: { tradeId } }])
      expect(trader.requestOf(exit).state).toBe('EXECUTED')
      // The slot is free, and the close still pending: what came into it now would be closed.
      expect(await position()).toBeUndefined()
      expect(await trader.plan(opening)).toMatchObject({ wait: true })
      await keeper.execute(trader.wallet, trader.orderOf(id))
      expect(await trader.read()).toMatchObject([{ kind: 'cancelled', reason: 'NO_TRADE' }])
      expect(await trader.plan(opening)).toHaveLength(1)
      expect(stage.venue).toBe('OSTIUM')
    },
  },
]

/** One case for each refusal of the venue. */
export const refusalCases = (reasons: readonly string[]): readonly VenueCase[] =>
  reasons.map((reason) => ({
    title: `a keeper refuses to open: ${reason}`,
    async play({ trader, keeper, symbol, price, openMarket }) {
      const id = await trader.ask(open({ symbol, price, quantity: unitsOf('6000', price) }))
      await keeper.refuse(trader.wallet, trader.orderOf(id), reason)
      expect(await trader.read()).toMatchObject([{ kind: 'cancelled', reason, venueOrderId: trader.orderOf(id) }])
      expect((await trader.state()).positions).toEqual([])
      await openMarket()
    },
  }))
