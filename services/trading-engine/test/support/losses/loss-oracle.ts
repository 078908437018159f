/**
 * The loss rules worked out as with pen and paper, with nothing of the code under test: every figure that was seen is
 * kept in a list, and a floor is computed from the lists each time. Numbers are floats; they are compared to a
 * thousandth of a cent.
 */
export interface OracleRules {
  readonly initial: number
  readonly target?: number
  readonly drawdown: {
    readonly mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_CLOSED' | 'TRAILING_INTRADAY' | 'PCT_OF_PEAK'
    readonly pct?: number
    readonly amount?: number
    readonly peak_of?: 'BALANCE' | 'EQUITY'
    readonly evaluation?: 'INTRADAY' | 'END_OF_DAY'
    readonly includes_open_pnl?: boolean
    readonly lock_at?: 'TARGET' | { readonly offset: number }
    readonly on_first_payout?: 'KEEP' | 'INITIAL'
  }
  readonly daily: {
    readonly pct?: number
    readonly amount?: number
    readonly reference: 'BALANCE' | 'EQUITY' | 'HIGHER_OF' | 'DAY_HIGH'
    readonly amount_base?: 'INITIAL' | 'REFERENCE'
    readonly includes_open_pnl?: boolean
    readonly evaluation?: 'INTRADAY' | 'END_OF_DAY'
    readonly action: 'TERMINATE' | 'LOCK'
  } | null
}

export type Symbol = 'BTC-USD' | 'SOL-USD'

export type PathStep =
  | { readonly kind: 'price'; readonly symbol: Symbol; readonly price: number }
  /** Above 0 bought, below sold, at the price. */
  | { readonly kind: 'trade'; readonly symbol: Symbol; readonly quantity: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'payout' | 'credit'; readonly amount: number }

export interface Crossed {
  readonly rule: 'max_drawdown' | 'daily_loss_limit'
  readonly action: 'TERMINATED' | 'LOCKED'
  readonly floor: number
}

export const TAKER_FEE = 0.0006

export function createOracle(
  { initial, target = 0, drawdown, daily }: OracleRules,
  prices: Record<Symbol, number>,
  fee = TAKER_FEE,
) {
  const price = { ...prices }
  const held = { 'BTC-USD': { quantity: 0, paid: 0 }, 'SOL-USD': { quantity: 0, paid: 0 } }
  let balance = initial
  /** All that the operator has added moves what floors are measured from. */
  let start = initial
  const resets: { balance: number; equity: number }[] = []
  const closed: number[] = []
  const marks: number[] = []
  let dayBegan = { balance, equity: balance }
  let ofDay = [balance]
  let fixed: number | null = null
  let isLocked = false

  const equity = (): number =>
    (['BTC-USD', 'SOL-USD'] as const).reduce(
      (sum, symbol) => sum + held[symbol].quantity * price[symbol] - held[symbol].paid,
      balance,
    )
  const value = ({ includes_open_pnl: includes = true }): number => (includes ? equity() : balance)

  function anchor(): number {
    const { mode, peak_of: of } = drawdown
    const seen =
      mode === 'STATIC'
        ? []
        : mode === 'TRAILING_EOD'
          ? resets.map((each) => (of === 'BALANCE' ? each.balance : each.equity))
          : mode === 'TRAILING_CLOSED' || (mode === 'PCT_OF_PEAK' && of === 'BALANCE')
            ? closed
            : marks
    const highest = Math.max(start, ...seen)
    return drawdown.lock_at === 'TARGET' ? Math.min(highest, start + target) : highest
  }

  function drawdownFloor(): number {
    if (fixed !== null) return fixed
    const { mode, amount, pct = 0, lock_at: lock } = drawdown
    const loss = amount ?? ((mode === 'PCT_OF_PEAK' ? anchor() - (start - initial) : initial) * pct) / 100
    const floor = anchor() - loss
    return typeof lock === 'object' ? Math.min(floor, start + lock.offset) : floor
  }

  /** Capital that moved since the reset. */
  let moved = 0
  function dailyFloor(): number | null {
    if (daily === null) return null
    const reference = {
      BALANCE: dayBegan.balance,
      EQUITY: dayBegan.equity,
      HIGHER_OF: Math.max(dayBegan.balance, dayBegan.equity),
      DAY_HIGH: Math.max(...ofDay),
    }[daily.reference]
    const share = ((daily.amount_base === 'INITIAL' ? initial : reference) * (daily.pct ?? 0)) / 100
    return reference - (daily.amount ?? share) + moved
  }

  const NEAR = 1e-6
  function crossings(isReset: boolean): readonly Crossed[] {
    const found: Crossed[] = []
    const at = isReset ? 'END_OF_DAY' : 'INTRADAY'
    const floor = drawdownFloor()
    const isUnder = value(drawdown) < floor - NEAR
    const ofDayFloor = dailyFloor()
    const isJudged = (daily?.evaluation ?? 'INTRADAY') === at
    const isUnderDay = daily !== null && ofDayFloor !== null && isJudged && value(daily) < ofDayFloor - NEAR
    const isDrawdownJudged = (drawdown.evaluation ?? 'INTRADAY') === at
    // At the reset a drawdown that is judged at every mark counts beside a day that is judged there.
    if (isUnder && (isDrawdownJudged || (isReset && isUnderDay)))
      found.push({ rule: 'max_drawdown', action: 'TERMINATED', floor })
    if (isUnderDay)
      found.push({
        rule: 'daily_loss_limit',
        action: daily.action === 'LOCK' ? 'LOCKED' : 'TERMINATED',
        floor: ofDayFloor,
      })
    return found
  }

  /** The strictest action; of the same the higher floor. */
  function named(found: readonly Crossed[]): Crossed | null {
    const final = found.filter(({ action }) => action === 'TERMINATED')
    const [first = null, second] = final
    if (first !== null) return second !== undefined && second.floor > first.floor + NEAR ? second : first
    if (isLocked) return null
    const [lock = null] = found
    if (lock !== null) isLocked = true
    return lock
  }

  function look(): Crossed | null {
    if (fixed === null) marks.push(equity())
    ofDay.push(equity() - moved)
    return named(crossings(false))
  }

  return {
    equity,
    balance: () => balance,
    quantity: (symbol: Symbol) => held[symbol].quantity,
    paid: (symbol: Symbol) => held[symbol].paid,
    price: (symbol: Symbol) => price[symbol],
    floors: () => ({ drawdown: drawdownFloor(), daily: dailyFloor() }),
    look,
    setPrice(symbol: Symbol, at: number) {
      price[symbol] = at
    },
    trade(symbol: Symbol, quantity: number) {
      const { quantity: before, paid } = held[symbol]
      const isClosing = before * quantity < 0
      const released = isClosing ? (paid / before) * quantity : price[symbol] * quantity
      balance += isClosing ? released - price[symbol] * quantity : 0
      balance -= Math.abs(quantity) * price[symbol] * fee
      held[symbol] = { quantity: before + quantity, paid: paid + released }
      if (isClosing && fixed === null) closed.push(balance)
    },
    reset(): Crossed | null {
      const crossed = named(crossings(true))
      if (crossed !== null) return crossed
      if (fixed === null) resets.push({ balance, equity: equity() })
      dayBegan = { balance, equity: equity() }
      ofDay = [equity()]
      moved = 0
      isLocked = false
      return null
    },
    payout(amount: number) {
      balance -= amount
      moved -= amount
      if (drawdown.on_first_payout === 'INITIAL' && fixed === null) fixed = Math.max(drawdownFloor(), start)
    },
    credit(amount: number) {
      balance += amount
      moved += amount
      start += amount
      if (fixed !== null) fixed += amount
      const shift = (list: number[]): void => list.forEach((each, place) => (list[place] = each + amount))
      shift(closed)
      shift(marks)
      resets.forEach((each, place) => {
        resets[place] = { balance: each.balance + amount, equity: each.equity + amount }
      })
    },
  }
}

export type Oracle = ReturnType<typeof createOracle>
