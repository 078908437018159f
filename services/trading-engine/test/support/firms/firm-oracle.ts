/** Works out the path of a firm with floats and lists, and with nothing of the code under test. */
import { createOracle, type Oracle, type OracleRules } from '../losses/loss-oracle.js'
import { inCents, secondsAt, type FirmFile, type FirmResult, type FirmStep } from './firm-file.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] | undefined ? E[] : T[K] }

/** A walk through the days, and what was found on the way. */
interface Walk {
  readonly file: FirmFile
  readonly rules: OracleRules
  readonly oracle: Oracle
  readonly found: Mutable<FirmResult>
  /** Profit of each trading day, the one in force last. */
  readonly earned: number[]
  openedDays: number
  isOpenedToday: boolean
  /** The last payout, with the days that had begun by then. */
  paid: { days: number; total: number; seconds: number }
  /** The state from which nothing more happens. */
  isOver: boolean
}

export function workOut(file: FirmFile): FirmResult {
  const rules = rulesOf(file)
  const found: Mutable<FirmResult> = { floors: [] }
  const walk: Walk = {
    ...{ file, rules, oracle: createOracle(rules, { 'BTC-USD': 100_000, 'SOL-USD': 100 }, 0), found },
    ...{ earned: [0], openedDays: 0, isOpenedToday: false, isOver: false },
    paid: { days: 0, total: 0, seconds: -1 },
  }
  let today = 1
  let seconds = 0
  for (const { day, steps } of file.path.days) {
    for (; today < day; today += 1) endDay(walk, today)
    for (const [index, step] of steps.entries()) {
      seconds = secondsAt(day, index)
      take(walk, step, day, seconds)
    }
    const { drawdown, daily } = walk.oracle.floors()
    found.floors.push({ day, drawdown: inCents(drawdown), daily: daily === null ? null : inCents(daily) })
  }
  conclude(walk, seconds)
  return found
}

function rulesOf({ plan }: FirmFile): OracleRules {
  const { max_drawdown: drawdown, daily_loss: daily } = plan.risk_config
  const initial = Number(plan.initial_balance)
  const target = targetOf(plan.risk_config, initial)
  return {
    initial,
    ...(target === null ? {} : { target }),
    drawdown: numbers(drawdown) as OracleRules['drawdown'],
    daily: daily ? (numbers(daily) as OracleRules['daily']) : null,
  }
}

const numbers = (written: object): unknown =>
  JSON.parse(JSON.stringify(written), (_name, value: unknown) =>
    typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value,
  )

function targetOf({ objective }: FirmFile['plan']['risk_config'], initial: number): number | null {
  if (!objective) return null
  const { profit_target_pct: pct, profit_target_amount: amount } = objective
  return pct === undefined ? Number(amount) : (initial * Number(pct)) / 100
}

function endDay(walk: Walk, day: number): void {
  if (walk.isOver) return
  note(walk, walk.oracle.reset(), day)
  walk.earned.push(0)
  walk.isOpenedToday = false
  if (!walk.isOver) note(walk, walk.oracle.look(), day)
}

function take(walk: Walk, step: FirmStep, day: number, seconds: number): void {
  const { oracle, found, earned, file } = walk
  if ('open_with_stop' in step) {
    const rules = refusing(walk, Number(step.open_with_stop), day)
    if (rules.length > 0) found.refused = [...(found.refused ?? []), { day, rules }]
    else open(walk, day)
    return
  }
  if (walk.isOver) throw new Error(`day ${day}: the path goes on after its end`)
  if ('payout' in step) {
    const amount = step.payout === 'all' ? availableOf(walk) : Number(step.payout)
    const unmet = unmetFor(walk, amount, seconds)
    if (unmet.length > 0) throw new Error(`day ${day}: no payout yet: ${unmet.join(', ')}`)
    oracle.payout(amount)
    const trader = traderShare(walk, amount)
    walk.paid = { days: earned.length, total: walk.paid.total + amount, seconds }
    found.payouts = [...(found.payouts ?? []), { day, amount: inCents(amount), trader: inCents(trader) }]
    return
  }
  if (oracle.quantity('BTC-USD') === 0) open(walk, day)
  const due = Number('equity' in step ? step.equity : step.balance)
  oracle.setPrice('BTC-USD', oracle.price('BTC-USD') + due - oracle.equity())
  note(walk, oracle.look(), day)
  if (walk.isOver) return
  const before = oracle.balance()
  const idea = file.plan.risk_config.max_loss_per_idea
  const isIdeaLost = idea && oracle.equity() - before <= (-walk.rules.initial * Number(idea.pct)) / 100
  if (isIdeaLost) found.closed_by_idea = [...(found.closed_by_idea ?? []), day]
  if (!isIdeaLost && 'equity' in step) return
  oracle.trade('BTC-USD', -1)
  earned.push((earned.pop() ?? 0) + oracle.balance() - before)
  note(walk, oracle.look(), day)
  if (!walk.isOver && isObjectiveMet(walk)) {
    found.passed = { day }
    walk.isOver = true
  }
}

function refusing({ file, rules, found, isOver }: Walk, loss: number, day: number): readonly string[] {
  const { max_loss_per_idea: idea } = file.plan.risk_config
  const isLocked = found.locks?.some((each) => each.day === day) ?? false
  const isFar = idea ? loss > (rules.initial * Number(idea.pct)) / 100 : false
  return [...(isOver || isLocked ? ['account_state'] : []), ...(isFar ? ['max_loss_per_idea'] : [])]
}

function open(walk: Walk, day: number): void {
  walk.oracle.trade('BTC-USD', 1)
  if (!walk.isOpenedToday) walk.openedDays += 1
  walk.isOpenedToday = true
  note(walk, walk.oracle.look(), day)
}

function note(walk: Walk, crossed: ReturnType<Oracle['look']>, day: number): void {
  if (crossed === null) return
  const { rule, action, floor } = crossed
  const { drawdown, daily } = walk.rules
  const isOfBalance = (rule === 'max_drawdown' ? drawdown : daily)?.includes_open_pnl === false
  const value = isOfBalance ? walk.oracle.balance() : walk.oracle.equity()
  const entry = { day, floor: inCents(floor), value: inCents(value) }
  if (action === 'LOCKED') walk.found.locks = [...(walk.found.locks ?? []), entry]
  else {
    walk.found.terminated = { rule, ...entry }
    walk.isOver = true
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0)

function isObjectiveMet({ file, rules, earned, openedDays }: Walk): boolean {
  const { objective } = file.plan.risk_config
  if (!objective || rules.target === undefined) return false
  const { trading_days: days, min_trading_days: min = days?.min ?? 0, consistency } = objective
  if (days !== undefined && days.counts !== 'OPENED') throw new Error('only opened days are counted here')
  const isConsistent = !consistency?.applies.includes('PASS') || consistencyOf(earned, consistency).met
  return sum(earned) >= rules.target - 1e-6 && openedDays >= min && isConsistent
}

type ConsistencyRule = NonNullable<NonNullable<FirmFile['plan']['risk_config']['objective']>['consistency']>

function consistencyOf(
  earned: readonly number[],
  { pct, numerator, denominator, comparison, window }: ConsistencyRule,
): NonNullable<FirmResult['consistency']> {
  if (numerator !== 'BEST_DAY' || window !== 'PHASE') throw new Error('only the best day of a phase is worked out here')
  const best = Math.max(0, ...earned)
  const total = denominator === 'NET' ? sum(earned) : sum(earned.filter((each) => each > 0))
  const score = sum(earned) > 0 ? (best / total) * 100 : null
  const required = best / (Number(pct) / 100)
  const isUnder = score !== null && score < Number(pct) - 1e-9
  const isEqual = score !== null && Math.abs(score - Number(pct)) <= 1e-9
  return {
    ...{ best: inCents(best), total: inCents(total), score: score === null ? null : inCents(score) },
    ...{ required_profit: inCents(required), still_needed: inCents(Math.max(0, required - total)) },
    met: isUnder || (comparison === 'LE' && isEqual),
  }
}

function traderShare({ file, paid }: Walk, amount: number): number {
  let [share, from, rest] = [0, paid.total, amount]
  for (const { up_to_total: upTo, pct } of file.plan.risk_config.payouts?.split ?? []) {
    const part = Math.min(rest, Math.max(0, Number(upTo ?? Infinity) - from))
    share += (part * Number(pct)) / 100
    from += part
    rest -= part
  }
  return Math.floor(share * 100 + 1e-6) / 100
}

function availableOf({ file, rules, oracle }: Walk): number {
  const { payouts: terms } = file.plan.risk_config
  const [balance, equity] = [oracle.balance(), oracle.equity()]
  const profit = balance + Math.min(0, equity - balance) - rules.initial
  const floor = oracle.floors().drawdown
  const once = rules.drawdown.on_first_payout === 'INITIAL' ? Math.max(floor, rules.initial) : floor
  const room = (rules.drawdown.includes_open_pnl === false ? balance : equity) - once
  const { max_amount: most = Infinity, max_pct_of_balance: ofBalance, max_pct_of_profit: ofProfit } = terms ?? {}
  const caps = [
    Number(most),
    ofBalance === undefined ? Infinity : (balance * Number(ofBalance)) / 100,
    ofProfit === undefined ? Infinity : (profit * Number(ofProfit)) / 100,
  ]
  return Math.max(0, Math.min(profit - Number(terms?.buffer_amount ?? 0), room, ...caps))
}

/** The conditions of a payout that are not met yet. */
function unmetFor({ file, oracle, earned, paid }: Walk, amount: number, seconds: number): readonly string[] {
  const { payouts: terms } = file.plan.risk_config
  if (terms === undefined) throw new Error('payouts of a path need terms')
  const daysFrom = (from: number): number => Math.floor((seconds - from) / 86_400)
  const { qualifying_days: days, consistency } = terms
  const qualified = earned.slice(paid.days, -1).filter((each) => each >= Number(days?.threshold_amount ?? 0.01))
  const since = earned.slice(Math.max(0, paid.days - 1))
  const rule = consistency && { ...consistency, applies: ['PAYOUT' as const], window: 'PHASE' as const }
  const conditions = {
    first_after_days: daysFrom(0) >= terms.first_after_days,
    every_days: paid.seconds < 0 || daysFrom(paid.seconds) >= terms.every_days,
    qualifying_days: days === undefined || qualified.length >= days.min,
    consistency: rule === undefined || consistencyOf(since, rule).met,
    flat: !terms.flat || oracle.quantity('BTC-USD') === 0,
    min_amount: amount >= Number(terms.min_amount),
  }
  return Object.entries(conditions).flatMap(([name, isMet]) => (isMet ? [] : [name]))
}

function conclude(walk: Walk, seconds: number): void {
  const { file, found, earned } = walk
  const { payouts: terms, objective } = file.plan.risk_config
  if (objective?.consistency) found.consistency = consistencyOf(earned, objective.consistency)
  if (found.terminated) return
  const amount = availableOf(walk)
  if (terms === undefined) {
    found.payable = { amount: inCents(amount) }
    return
  }
  const trader = inCents(traderShare(walk, amount))
  found.payable = { amount: inCents(amount), trader, not_yet: unmetFor(walk, amount, seconds) }
}
