/**
 * Random lives of LIVE accounts through the API of a whole engine: callers, keepers, prices, endpoints and the process
 * do what they like; whenever what was asked for has come to its rest, the books are those of the chain.
 */
import * as fc from 'fast-check'
import type { RpcFault } from '@ats/test-chain'
import { decimal, formatDecimal } from '../../../src/core/values/decimal.js'
import { NATIVE_PRICE, settleAll, type LiveStage, type LiveTrader, type Money } from './live-stage.js'

type Side = 'BUY' | 'SELL'
const FAULTS = ['refuse', 'hang', 'error', 'too_many', 'half', 'lost_answer', 'internal', 'null_result'] as const
const SENDING_FAULTS = ['already_known', 'nonce_too_low', 'underpriced', 'dropped'] as const

/** The caller of an account does it through the API. */
type CallersStep =
  | { readonly kind: 'market'; readonly side: Side; readonly dollars: number }
  | { readonly kind: 'limit' | 'stop'; readonly side: Side; readonly dollars: number; readonly percent: number }
  | { readonly kind: 'close'; readonly percent: number }
  | { readonly kind: 'protect'; readonly above: number | null; readonly below: number | null }
  | { readonly kind: 'cancel'; readonly lot: number }
  | { readonly kind: 'modify'; readonly lot: number; readonly percent: number; readonly dollars: number | null }

/** Keepers, prices, endpoints and the process do it, to one account or to all. */
type OutsideStep =
  | { readonly kind: 'answer'; readonly lot: number; readonly refusal: number | null }
  | { readonly kind: 'price'; readonly percent: number }
  | { readonly kind: 'fault'; readonly endpoint: number; readonly fault: RpcFault | null }
  | { readonly kind: 'mine'; readonly blocks: number }
  | { readonly kind: 'settle' | 'restart' }

export type LiveStep = CallersStep | OutsideStep
const OUTSIDE: readonly string[] = ['answer', 'price', 'fault', 'mine', 'settle', 'restart']
const isOutside = (step: LiveStep): step is OutsideStep => OUTSIDE.includes(step.kind)

const side = fc.constantFrom<Side>('BUY', 'SELL')
const dollars = fc.integer({ min: 1_000, max: 15_000 })
const percent = fc.integer({ min: 1, max: 6 })
const lot = fc.nat({ max: 1_000 })
const step = <T extends LiveStep>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const kind = <K extends LiveStep['kind']>(name: K) => fc.constant(name)

const STEP: fc.Arbitrary<LiveStep> = fc.oneof(
  step(5, fc.record({ kind: kind('market'), side, dollars })),
  step(2, fc.record({ kind: kind('limit'), side, dollars, percent })),
  step(1, fc.record({ kind: kind('stop'), side, dollars, percent })),
  step(3, fc.record({ kind: kind('close'), percent: fc.constantFrom(100, 100, 50, 33, 7) })),
  step(
    2,
    fc.record({
      kind: kind('protect'),
      above: fc.option(percent, { nil: null }),
      below: fc.option(percent, { nil: null }),
    }),
  ),
  step(2, fc.record({ kind: kind('cancel'), lot })),
  step(1, fc.record({ kind: kind('modify'), lot, percent, dollars: fc.option(dollars, { nil: null }) })),
  step(8, fc.record({ kind: kind('answer'), lot, refusal: fc.option(fc.nat({ max: 9 }), { nil: null, freq: 5 }) })),
  step(3, fc.record({ kind: kind('price'), percent: fc.constantFrom(-12, -5, -3, -1, 1, 3, 5, 12) })),
  step(
    1,
    fc.record({
      ...{ kind: kind('fault'), endpoint: fc.nat({ max: 2 }) },
      fault: fc.option(fc.constantFrom<RpcFault>(...FAULTS, ...SENDING_FAULTS, { head: -3 }, { head: 50 }), {
        nil: null,
      }),
    }),
  ),
  step(3, fc.record({ kind: kind('mine'), blocks: fc.integer({ min: 1, max: 4 }) })),
  step(6, fc.record({ kind: kind('settle') })),
  step(1, fc.record({ kind: kind('restart') })),
)

export const LIVE_LIFE = fc.array(STEP, { minLength: 8, maxLength: 20, size: 'max' })

/**
 * Lives them side by side, an account each, closes all, and holds wallets and books against each other to the last
 * digit. In each turn callers act together; then keepers answer each account, and all else happens once.
 */
export async function liveThrough(live: LiveStage, lives: readonly (readonly LiveStep[])[]): Promise<void> {
  await clearFaults(live)
  let price: string = live.stage.market.price
  await live.setPrice(price)
  const traders: LiveTrader[] = []
  for (let count = 0; count < lives.length; count += 1) traders.push(await live.openTrader())
  const before = await Promise.all(traders.map((trader) => trader.money()))
  for (let turn = 0; turn < Math.max(...lives.map(({ length }) => length)); turn += 1) {
    const taken = traders.flatMap((trader, index) => {
      const step = lives[index]![turn]
      return step === undefined ? [] : [{ trader, step }]
    })
    await Promise.all(taken.flatMap(({ trader, step }) => (isOutside(step) ? [] : call(live, trader, price, step))))
    const happened = new Set<string>()
    for (const { trader, step } of taken) {
      if (!isOutside(step) || (step.kind !== 'answer' && happened.has(step.kind))) continue
      happened.add(step.kind)
      price = await happen(live, { traders, trader, price }, step)
    }
  }
  await clearFaults(live)
  await endAll(live, traders)
  for (const [index, trader] of traders.entries()) await expectBooksToBalance(live, trader, before[index]!)
}

const clearFaults = async ({ endpoints }: LiveStage): Promise<void> =>
  void (await Promise.all(endpoints.map((endpoint) => endpoint.fail(null))))

const atPercent = (price: string, percent: number): string =>
  formatDecimal(((decimal(price) / 10n ** 18n) * BigInt(100 + percent) * 10n ** 18n) / 100n)

const roundToDollars = (price: string): number => Math.round(Number(price))

/** A multiple of a ten thousandth. */
const unitsOf = (dollars: number, price: string): number =>
  Math.max(1, Math.round((dollars / Number(price)) * 1e4)) / 1e4

async function call(live: LiveStage, trader: LiveTrader, price: string, step: CallersStep): Promise<void> {
  const beside = (percent: number): number => roundToDollars(atPercent(price, percent))
  const sent = async (answer: Promise<{ status: number; text: string }>): Promise<void> => {
    const given = await mineDuring(live, answer)
    if (given === null) return
    const { status, text } = given
    // A rule may refuse it, or it has ended by then; a body is never wrong.
    if (status < 500 && status !== 400) return
    const { request_id: requestId } = JSON.parse(text) as { readonly request_id: string }
    const lines = live.engine().logs.text().split('\n')
    const about = lines.filter((line) => line.includes(requestId)).join('\n')
    throw new Error(`${JSON.stringify(step)} was answered ${status}: ${text}\n${about}`)
  }
  switch (step.kind) {
    case 'market':
      await sent(trader.place({ side: step.side, kind: 'MARKET', quantity: unitsOf(step.dollars, price) }))
      return
    case 'limit': {
      const at = beside(step.side === 'BUY' ? -step.percent : step.percent)
      await sent(trader.place({ side: step.side, kind: 'LIMIT', quantity: unitsOf(step.dollars, price), price: at }))
      return
    }
    case 'stop': {
      const at = beside(step.side === 'BUY' ? step.percent : -step.percent)
      const quantity = unitsOf(step.dollars, price)
      await sent(trader.place({ side: step.side, kind: 'STOP', quantity, trigger_price: at }))
      return
    }
    case 'close': {
      const [position] = await trader.positions()
      if (position === undefined) return
      const quantity = Number((Math.floor(position.quantity * step.percent * 1e3) / 1e5).toFixed(5))
      const { symbol } = live.stage.market
      await sent(trader.close(step.percent === 100 || quantity === 0 ? { symbol } : { symbol, quantity }))
      return
    }
    case 'protect': {
      const [position] = await trader.positions()
      if (position === undefined) return
      const isLong = position.direction === 'LONG'
      const [profit, loss] = isLong ? [step.above, step.below] : [step.below, step.above]
      const leg = (percent: number | null, sign: number) =>
        percent === null ? null : { trigger_price: beside(sign * percent) }
      const legs = { take_profit: leg(profit, isLong ? 1 : -1), stop_loss: leg(loss, isLong ? -1 : 1) }
      await sent(trader.protect(position.id, legs))
      return
    }
    case 'cancel': {
      const order = await workingOrder(trader, step.lot)
      if (order !== undefined) await sent(trader.cancel(order.id))
      return
    }
    case 'modify': {
      const order = await workingOrder(trader, step.lot)
      if (order?.kind !== 'LIMIT') return
      const size = step.dollars === null ? {} : { quantity: unitsOf(step.dollars, price) }
      const body = { price: beside(order.side === 'BUY' ? -step.percent : step.percent), ...size }
      await sent(trader.modify(order.id, body))
      return
    }
  }
}

interface Place {
  readonly traders: readonly LiveTrader[]
  /** The one to whom it happens. */
  readonly trader: LiveTrader
  readonly price: string
}

/** @returns the price that the market has then */
async function happen(live: LiveStage, { traders, trader, price }: Place, step: OutsideStep): Promise<string> {
  switch (step.kind) {
    case 'answer': {
      const { keeper } = live
      const waiting = (await trader.atVenue()).filter(({ type }) => type === 'MARKET')
      const order = waiting[step.lot % waiting.length]
      if (order === undefined) return price
      const refusal = step.refusal === null ? undefined : keeper.refusals[step.refusal % keeper.refusals.length]
      await (refusal === undefined
        ? keeper.execute(trader.wallet, order.venueOrderId)
        : keeper.refuse(trader.wallet, order.venueOrderId, refusal))
      return price
    }
    case 'price': {
      const next = String(roundToDollars(atPercent(price, step.percent)))
      await live.setPrice(next)
      for (const { wallet } of traders) await live.keeper.sweep(wallet, live.stage.market.symbol)
      return next
    }
    case 'fault':
      await clearFaults(live)
      // One endpoint at a time: two of three are a quorum.
      await live.endpoints[step.endpoint]!.fail(step.fault)
      return price
    case 'mine':
      await live.chain.mine(step.blocks)
      return price
    case 'settle':
      await settleAll(live, traders)
      return price
    case 'restart':
      await live.restart()
      return price
  }
}

/** By then a caller has given up: what must wait longer, e.g. for a request's expiry, is not waited for. */
const WAIT_BLOCKS_MAX = 60

/** Cancelling and changing wait for the chain. Null: there was no answer in time. */
async function mineDuring<T>({ chain }: LiveStage, answer: Promise<T>): Promise<T | null> {
  let isAnswered = false
  const answered = answer.finally(() => (isAnswered = true))
  // What it rejects with is thrown below, unless nobody waits for it any more.
  answered.catch(() => undefined)
  for (let blocks = 0; !isAnswered && blocks < WAIT_BLOCKS_MAX; blocks += 1) {
    if (blocks > 0) await chain.mine()
    await Promise.race([answered.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 25))])
  }
  return isAnswered ? answered : null
}

const workingOrders = async (trader: LiveTrader) =>
  (await trader.orders()).filter(({ status }) => ['OPEN', 'PENDING'].includes(status))

async function workingOrder(trader: LiveTrader, lot: number) {
  const working = await workingOrders(trader)
  return working[lot % working.length]
}

const ROUNDS_MAX = 40

/** Ends all there is: orders are cancelled, positions closed, and keepers answer. */
export async function endAll(live: LiveStage, traders: readonly LiveTrader[]): Promise<void> {
  const { symbol } = live.stage.market
  let moving = traders
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await settleAll(live, moving)
    const left = (await Promise.all(moving.map(leftOf))).filter(({ isOver }) => !isOver)
    if (left.length === 0) return
    moving = left.map(({ trader }) => trader)
    for (const { trader, market } of left)
      for (const { venueOrderId } of market) await live.keeper.execute(trader.wallet, venueOrderId)
    const ending = left.filter(({ market }) => market.length === 0)
    if (ending.length === 0) continue
    await mineDuring(live, Promise.all(ending.map(({ trader }) => trader.cancelAll())))
    await settleAll(
      live,
      ending.map(({ trader }) => trader),
    )
    await Promise.all(
      ending.flatMap(({ trader, position }) => (position === undefined ? [] : trader.close({ symbol }))),
    )
  }
  const left = await Promise.all(moving.map(leftOf))
  throw new Error(`these do not come to their end: ${JSON.stringify(left, null, 2)}`)
}

async function leftOf(trader: LiveTrader) {
  const [position] = await trader.positions()
  const [atVenue, working] = [await trader.atVenue(), await workingOrders(trader)]
  const isOver = position === undefined && atVenue.length === 0 && working.length === 0
  return { trader, position, working, market: atVenue.filter(({ type }) => type === 'MARKET'), isOver }
}

/** The books of an account that holds nothing any more. */
export async function expectBooksToBalance(live: LiveStage, trader: LiveTrader, before: Money): Promise<void> {
  await trader.drain()
  const after = await trader.money()
  const ledger = (await trader.ledger('?decimals=string&limit=1000')) as unknown as readonly {
    readonly house: string
    readonly amount: string
  }[]
  const sumOf = (isOf: (house: string) => boolean): string =>
    formatDecimal(ledger.filter(({ house }) => isOf(house)).reduce((sum, { amount }) => sum + decimal(amount), 0n))
  // Gas is paid in the native token; all else came out of the wallet's USDC, of six decimals.
  const ofUsdc = sumOf((house) => house !== 'capital' && house !== 'execution')
  expect(ofUsdc).toBe(formatDecimal((after.usdc - before.usdc) * 10n ** 12n))
  const ofGas = sumOf((house) => house === 'execution')
  expect(ofGas).toBe(formatDecimal((after.native - before.native) * NATIVE_PRICE))
  const { body: funding } = await trader.funding()
  expect(funding.totals.net).toBe(sumOf((house) => ['funding', 'borrowing', 'rollover'].includes(house)))
  const { rows } = await live.engine().pool.query<{ calls: number; mined: number; nonces: number }>({
    text: `select count(distinct (request_id, call_index)) filter (where state = 'MINED' and purpose = 'request')::int as calls,
        count(*) filter (where state = 'MINED' and purpose = 'request')::int as mined,
        count(distinct nonce)::int as nonces
      from venue_transactions where wallet = $1`,
    values: [trader.wallet],
  })
  const [{ calls, mined, nonces }] = rows as [(typeof rows)[0]]
  expect(calls).toBe(mined)
  expect(Number(await live.chain.rpc('eth_getTransactionCount', trader.wallet, 'latest'))).toBe(nonces)
}
