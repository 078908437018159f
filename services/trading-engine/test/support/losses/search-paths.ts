/** Paths to just under each floor, from many beginnings: made with the oracle, which knows where floors are. */
import { createOracle, TAKER_FEE, type Oracle, type OracleRules, type PathStep } from './loss-oracle.js'

const PRICES = { 'BTC-USD': 50_000, 'SOL-USD': 100 }

/** A move is made in so many steps, each of which is too small to cross anything. */
const PARTS = 40

interface Sketch {
  readonly oracle: Oracle
  readonly steps: PathStep[]
  /** True once something was crossed: the path is over. */
  isOver: boolean
}

function add(sketch: Sketch, step: PathStep): void {
  if (sketch.isOver) return
  const { oracle, steps } = sketch
  steps.push(step)
  if (step.kind === 'price') oracle.setPrice(step.symbol, step.price)
  if (step.kind === 'trade') oracle.trade(step.symbol, step.quantity)
  if (step.kind === 'payout') oracle.payout(step.amount)
  const crossed = (step.kind === 'reset' ? oracle.reset() : null) ?? oracle.look()
  if (crossed !== null) sketch.isOver = true
}

const btc = (sketch: Sketch, price: number): void =>
  add(sketch, { kind: 'price', symbol: 'BTC-USD', price: Math.max(1, Math.round(price * 100) / 100) })
const sol = (sketch: Sketch, price: number): void =>
  add(sketch, { kind: 'price', symbol: 'SOL-USD', price: Math.round(price * 100) / 100 })
const buy = (sketch: Sketch, quantity: number): void =>
  add(sketch, { kind: 'trade', symbol: 'BTC-USD', quantity: Math.round(quantity * 1_000) / 1_000 })
const reset = (sketch: Sketch): void => add(sketch, { kind: 'reset' })

/** The loss of a day, at the beginning. */
const lossOf = (rule: { readonly pct?: number; readonly amount?: number }, initial: number): number =>
  rule.amount ?? ((rule.pct ?? 0) * initial) / 100

/** Profit or loss of so many dollars with one BTC, realised or not. */
function earn(sketch: Sketch, amount: number, isRealised: boolean): void {
  if (sketch.oracle.quantity('BTC-USD') === 0) buy(sketch, 1)
  btc(sketch, sketch.oracle.price('BTC-USD') + amount / sketch.oracle.quantity('BTC-USD'))
  if (isRealised) buy(sketch, -sketch.oracle.quantity('BTC-USD'))
}

type Beginning = (sketch: Sketch, rules: OracleRules) => void

/** A little is lost each day: a day begins lower and lower. */
const declining: Beginning = (sketch, { initial, daily, drawdown }) => {
  const most = daily === null ? initial : lossOf(daily, initial)
  const each = Math.min(most, lossOf(drawdown, initial)) * 0.5
  for (let day = 0; day < 24 && !sketch.isOver; day += 1) {
    const { oracle } = sketch
    if (Math.min(oracle.equity(), oracle.balance()) - each * 1.2 <= oracle.floors().drawdown) return
    earn(sketch, -each, true)
    reset(sketch)
  }
}

/** Gains of an initial balance, in days or within one. */
const growing =
  (isRealised: boolean, times: number): Beginning =>
  (sketch, { initial }) => {
    for (let day = 0; day < times; day += 1) {
      earn(sketch, initial / 4, isRealised)
      reset(sketch)
    }
  }

/** Realised gains against an open loss: the balance is above the equity when the day begins. */
const hedged: Beginning = (sketch, { initial, daily }) => {
  const loss = daily === null ? initial / 50 : lossOf(daily, initial)
  // A share of what the day begins with is the larger the more that is.
  const gain = 0.99 * (daily?.amount_base === 'REFERENCE' ? (loss / (initial - loss)) * initial : loss)
  add(sketch, { kind: 'trade', symbol: 'SOL-USD', quantity: 500 })
  buy(sketch, 1)
  for (let part = 0; part < PARTS; part += 1) {
    sol(sketch, sketch.oracle.price('SOL-USD') - gain / PARTS / 500)
    btc(sketch, sketch.oracle.price('BTC-USD') + gain / PARTS)
  }
  buy(sketch, -1)
  reset(sketch)
}

/** An open gain over the reset: the equity is above the balance. */
const floating: Beginning = (sketch, { initial }) => {
  earn(sketch, initial / 5, false)
  reset(sketch)
}

const high: Beginning = (sketch, { initial }) => earn(sketch, initial / 5, false)

/** So little at a time that no floor which follows the equity comes above the balance. */
function earnSlowly(sketch: Sketch, until: number, { initial, daily, drawdown }: OracleRules): void {
  const ofDay = daily === null ? initial : lossOf(daily, initial)
  for (let part = 0; part < 700 && !sketch.isOver && sketch.oracle.balance() < until; part += 1) {
    const ofPeak = drawdown.mode === 'PCT_OF_PEAK' ? sketch.oracle.balance() : initial
    earn(sketch, Math.min(ofDay, lossOf(drawdown, ofPeak)) * 0.4 + 60, true)
    if (part % 3 === 2) reset(sketch)
  }
  reset(sketch)
}

const growingSlowly: Beginning = (sketch, rules) => {
  const { initial, daily, drawdown } = rules
  if (drawdown.mode !== 'PCT_OF_PEAK' || daily === null) return earnSlowly(sketch, initial * 1.3, rules)
  earnSlowly(sketch, Math.max(1.3, lossOf(daily, initial) / lossOf(drawdown, initial)) * initial * 1.2, rules)
}

/** A payout of a little, after which more is earned. */
const paid: Beginning = (sketch, rules) => {
  earnSlowly(sketch, rules.initial + 500, rules)
  add(sketch, { kind: 'payout', amount: 100 })
  earnSlowly(sketch, rules.initial * 1.3, rules)
}

const BEGINNINGS: readonly Beginning[] = [
  () => undefined,
  declining,
  floating,
  high,
  hedged,
  growing(true, 3),
  growing(false, 3),
  growing(true, 60),
  growingSlowly,
  paid,
]

/**
 * To a few dollars under a floor: the equity by the price, the balance by what is realised beside a gain. What is held
 * already is moved first: the fee of an order may be all that is left above the floor, and the engine then refuses it.
 */
function cross(sketch: Sketch, floor: number, includesOpenPnl: boolean, isGainFirst: boolean): void {
  const { oracle } = sketch
  if (includesOpenPnl) {
    const fallOn = (symbol: 'BTC-USD' | 'SOL-USD'): number =>
      oracle.price(symbol) - (oracle.equity() - floor + 5) / oracle.quantity(symbol)
    if (oracle.quantity('SOL-USD') > 0 && oracle.quantity('BTC-USD') === 0) sol(sketch, fallOn('SOL-USD'))
    else {
      if (oracle.quantity('BTC-USD') < 1) buy(sketch, 1)
      btc(sketch, fallOn('BTC-USD'))
    }
  } else {
    if (oracle.quantity('SOL-USD') === 0) add(sketch, { kind: 'trade', symbol: 'SOL-USD', quantity: 500 })
    if (oracle.quantity('BTC-USD') === 0) buy(sketch, 1)
    const quantity = oracle.quantity('BTC-USD')
    const last = (floor - 5 - oracle.balance() + oracle.paid('BTC-USD')) / quantity / (1 - TAKER_FEE)
    const fall = (oracle.price('BTC-USD') - last) / PARTS
    const rise = (fall * quantity) / oracle.quantity('SOL-USD')
    for (let part = 0; part < PARTS; part += 1) {
      if (isGainFirst) sol(sketch, oracle.price('SOL-USD') + rise)
      btc(sketch, oracle.price('BTC-USD') - fall)
      if (!isGainFirst) sol(sketch, oracle.price('SOL-USD') + rise)
    }
    buy(sketch, -quantity)
  }
  reset(sketch)
}

export function* searchPaths(rules: OracleRules): Generator<readonly PathStep[]> {
  const ways = (['drawdown', 'daily'] as const).flatMap((rule) =>
    [true, false].map((isGainFirst) => ({ rule, isGainFirst })),
  )
  for (const begin of BEGINNINGS)
    for (const { rule, isGainFirst } of ways) {
      const terms = rules[rule]
      const sketch: Sketch = { oracle: createOracle(rules, PRICES), steps: [], isOver: false }
      begin(sketch, rules)
      const floor = sketch.oracle.floors()[rule]
      if (terms === null || floor === null) continue
      cross(sketch, floor, terms.includes_open_pnl ?? true, isGainFirst)
      yield sketch.steps
    }
}
