/** Random lives of a wallet at a venue: whatever comes in whatever order, reports and wallet say the same. */
import * as fc from 'fast-check'
import { RpcError, type Hex, type Keeper } from '@ats/test-chain'
import type { Direction } from '../../../src/core/model/account/position.js'
import type { VenueAction } from '../../../src/core/model/live/venue-request.js'
import { decimal, formatDecimal, quantity } from '../../../src/core/values/decimal.js'
import { cancel, close, open } from './actions.js'
import type { VenueStage } from './venue-stage.js'
import { beside, unitsOf } from './venue-cases.js'
import { NotNowError, type VenueTrader } from './venue-trader.js'

/** An answer to a market order: as the price is, a refusal (one of them, by lot), or none within its time. */
type Answer = 'executed' | 'refused' | 'silent'

export type Step =
  | {
      readonly kind: 'open'
      readonly direction: Direction
      readonly dollars: number
      readonly answer: Answer
      readonly lot: number
    }
  | {
      readonly kind: 'rest'
      readonly direction: Direction
      readonly type: 'LIMIT' | 'STOP'
      readonly dollars: number
      readonly percent: number
    }
  | {
      readonly kind: 'close'
      readonly direction: Direction
      readonly percent: number
      readonly answer: 'executed' | 'silent'
    }
  | {
      readonly kind: 'exit'
      readonly direction: Direction
      readonly type: 'TAKE_PROFIT' | 'STOP_LOSS'
      readonly percent: number
    }
  | { readonly kind: 'flip'; readonly direction: Direction; readonly dollars: number }
  | { readonly kind: 'withdraw'; readonly lot: number }
  | { readonly kind: 'move'; readonly percent: number }

const direction = fc.constantFrom<Direction>('LONG', 'SHORT')
const dollars = fc.integer({ min: 1_000, max: 20_000 })
const percent = fc.integer({ min: 1, max: 8 })
/** Sometimes one that liquidates. */
const MOVE = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -7, max: 7 }) },
  { weight: 1, arbitrary: fc.constantFrom(-12, 12) },
)
const lot = fc.nat({ max: 1_000 })

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      direction,
      dollars,
      answer: fc.constantFrom<Answer>('executed', 'executed', 'executed', 'refused', 'silent'),
      lot,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rest' as const),
      direction,
      type: fc.constantFrom('LIMIT' as const, 'STOP' as const),
      dollars,
      percent,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      direction,
      percent: fc.oneof(fc.constant(100), fc.integer({ min: 5, max: 99 })),
      answer: fc.constantFrom('executed' as const, 'executed' as const, 'executed' as const, 'silent' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('exit' as const),
      direction,
      type: fc.constantFrom('TAKE_PROFIT' as const, 'STOP_LOSS' as const),
      percent,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flip' as const), direction, dollars }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), lot }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('move' as const), percent: MOVE }) },
)

export const LIFE = fc.array(STEP, { minLength: 20, maxLength: 30, size: 'max' })

/** Lives it; resolves with the kinds of answers that came. */
export async function live(stage: VenueStage, trader: VenueTrader, steps: readonly Step[]): Promise<readonly string[]> {
  const life = createLife(stage, stage.keeper!, trader)
  await stage.keeper!.setPrice(stage.market.symbol, stage.market.price)
  for (const step of steps) await life.take(step)
  return trader.answers.map((answer) =>
    answer.kind === 'executed' ? `${answer.cause} ${answer.fill.isClosing ? 'closes' : 'opens'}` : answer.kind,
  )
}

function createLife(stage: VenueStage, keeper: Keeper, trader: VenueTrader) {
  const { symbol } = stage.market
  let price: string = stage.market.price

  /** Null: not now, or the venue refuses it outright, in a word that the adapter knows. */
  const ask = async (action: VenueAction): Promise<string | null> => {
    try {
      return await trader.ask(action)
    } catch (error) {
      if (error instanceof NotNowError) return null
      if (!(error instanceof RpcError) || stage.adapter.revertReason(error.data as Hex) === null) throw error
      return null
    }
  }
  const withdrawLate = async (id: string): Promise<void> => {
    await keeper.passExpiry()
    await trader.read()
    await ask(cancel(symbol, id))
  }
  const openMarket = async (action: VenueAction, answer: Answer, refusal: number): Promise<void> => {
    const id = await ask(action)
    if (id === null) return
    if (answer === 'silent') return withdrawLate(id)
    const order = trader.orderOf(id)
    const { refusals } = keeper
    const reason = answer === 'refused' ? refusals[refusal % refusals.length] : undefined
    await (reason === undefined ? keeper.execute(trader.wallet, order) : keeper.refuse(trader.wallet, order, reason))
    await trader.read()
  }
  const closePart = async (side: Direction, part: number, answer: 'executed' | 'silent'): Promise<void> => {
    const held = (await trader.state()).positions.find((one) => one.symbol === symbol && one.direction === side)
    if (held === undefined) return
    const wanted = quantity((held.quantity * BigInt(part)) / 100n)
    const id = await ask(close({ symbol, direction: side, price, quantity: wanted, ofQuantity: held.quantity }))
    if (id === null) return
    do {
      if (answer === 'silent') return withdrawLate(id)
      await keeper.execute(trader.wallet, trader.orderOf(id))
      await trader.read()
    } while (await trader.sendNext(id))
  }
  /** Orders that rest, and whose price has been passed. */
  const fillResting = async (): Promise<void> => {
    const now = decimal(price)
    for (const { venueOrderId, type, isClosing, direction: side, price: at } of (await trader.state()).orders) {
      if (isClosing || type === 'MARKET') continue
      const isBelow = (type === 'LIMIT') === (side === 'LONG')
      if (isBelow ? now * 1_001n > at * 1_000n : now * 999n < at * 1_000n) continue
      await keeper.execute(trader.wallet, venueOrderId)
    }
  }

  const opening = (side: Direction, size: number): VenueAction =>
    open({ symbol, direction: side, price, quantity: unitsOf(String(size), price) })

  return {
    async take(step: Step): Promise<void> {
      switch (step.kind) {
        case 'open':
          // Refusals are those of a long.
          return openMarket(
            opening(step.answer === 'refused' ? 'LONG' : step.direction, step.dollars),
            step.answer,
            step.lot,
          )
        case 'rest': {
          const { direction: side, type } = step
          const isBelow = (type === 'LIMIT') === (side === 'LONG')
          const at = beside(price, BigInt(isBelow ? -step.percent : step.percent))
          await ask(open({ symbol, direction: side, type, price: at, quantity: unitsOf(String(step.dollars), at) }))
          return
        }
        case 'close':
          return closePart(step.direction, step.percent, step.answer)
        case 'exit': {
          const held = (await trader.state()).positions.find(
            (one) => one.symbol === symbol && one.direction === step.direction,
          )
          if (held === undefined) return
          const isAbove = (step.type === 'TAKE_PROFIT') === (step.direction === 'LONG')
          const at = beside(price, BigInt(isAbove ? step.percent : -step.percent))
          const terms = { symbol, direction: step.direction, type: step.type, quantity: held.quantity, price: at }
          const id = await ask(close(terms))
          while (id !== null && (await trader.sendNext(id)));
          return
        }
        case 'flip':
          await closePart(step.direction, 100, 'executed')
          return openMarket(opening(step.direction === 'LONG' ? 'SHORT' : 'LONG', step.dollars), 'executed', 0)
        case 'withdraw': {
          const working = trader.working().filter((id) => trader.requestOf(id).action.kind === 'open')
          const id = working[step.lot % working.length]
          if (id !== undefined) await ask(cancel(symbol, id))
          return
        }
        case 'move':
          price = formatDecimal((decimal(price) * BigInt(100 + step.percent)) / 100n)
          await keeper.setPrice(symbol, price)
          await keeper.sweep(trader.wallet, symbol)
          await fillResting()
          await trader.read()
      }
    },
  }
}
