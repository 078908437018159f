// Recomputes evidence from its files alone, as docs/EVIDENCE.md tells: node check-evidence.mjs FILE…
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
const ONE = 10n ** 18n
const big = (text) => BigInt(text.replace(/^(-?\d+)\.?(\d*)$/, (_, whole, part) => whole + part.padEnd(18, '0')))
const floor = (a, b) => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n)
const [ceil, max] = [(a, b) => -floor(-a, b), (a, b) => (a > b ? a : b)]
const percentOf = (amount, pct) => (amount * big(pct)) / (100n * ONE)
const hashOf = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const nameOf = (row) => `${row.kind} ${row.kind === 'tick' ? `${row.tick} of ${row.venue}:${row.symbol}` : row.id}`

/** The equity that a breach is measured against. */
function limitOf({ rule, action }, { plan, day, deposits, high }) {
  const initial = big(plan.initial_balance)
  if (rule === 'max_drawdown') {
    const { mode, pct, lock_at_initial: isLocked } = plan.max_drawdown
    const lowest = (mode === 'STATIC' ? initial : high) - percentOf(initial, pct)
    return (isLocked && lowest > initial ? initial : lowest) + deposits
  }
  const { base, pct, warn_at_pct: warnAt } = plan.daily_loss
  const [balance, equity] = [big(day.start_balance), big(day.start_equity)]
  const from = { INITIAL: initial, BALANCE: balance, EQUITY: equity, HIGHER_OF: max(balance, equity) }[base]
  const loss = action === 'NONE' ? percentOf(percentOf(from, pct), warnAt) : percentOf(from, pct)
  return from - loss + deposits - (base === 'INITIAL' ? 0n : big(day.start_net_deposits))
}
function unlikeSeals({ sealed, hash, ticks, rows }) {
  const found = new Map([...ticks, ...rows].map((row) => [nameOf(row), hashOf(row)]))
  const names = [...new Set([...Object.keys(sealed.seals), ...found.keys()])]
  const unlike = names.filter((name) => found.get(name) !== sealed.seals[name])
  const lines = unlike.map((name) => `${name}: ${found.has(name) ? 'altered' : 'missing'} since it was sealed`)
  return hashOf(sealed) === hash ? lines : ['bundle: its hash is not that of its seals', ...lines]
}

/** Compares each row with what those before it make of it. Size and cost are negative where a position is short. */
function recompute({ sealed: { opening, plan, maintenance_rates: rates }, ticks, rows }, differs) {
  const named = new Map([...ticks, ...rows].map((row) => [nameOf(row), row]))
  const tickOf = ({ venue, symbol }, tick) => named.get(`tick ${tick} of ${venue}:${symbol}`) ?? { mark: '0' }
  const held = new Map(opening.positions.map((p) => [p.id, { ...p, size: big(p.quantity), cost: big(p.cost) }]))
  const now = { plan, day: null, high: null, balance: big(opening.balance), deposits: big(opening.net_deposits) }
  const equal = (row, field, due) =>
    // Percentages may be rounded another way in the last of 18 digits.
    (big(row[field]) - due) ** 2n <= 4n || differs(row, `its ${field} is recomputed as ${Number(due) / 1e18}`)
  const worth = ({ size, cost }, mark) => floor(size * mark, ONE) - cost
  const notional = ({ size }, mark) => ceil(max(size, -size) * mark, ONE)
  const carried = (p, at) => worth(p, at) - ceil(notional(p, at) * big(rates[`${p.venue}:${p.symbol}`]), ONE)
  const sumAt = (tick, valueOf) =>
    [...held.values()].reduce((sum, p) => sum + valueOf(p, big(tickOf(p, tick).mark)), now.balance)
  const on = {
    day(row) {
      Object.assign(now, { day: row, high: big(row.start_high_water_mark) })
      const isKnown = row.at === opening.at && opening.positions.every((p) => tickOf(p, row.tick).kind)
      if (isKnown) equal(row, 'start_equity', sumAt(row.tick, worth))
    },
    high: ({ tick }) => (now.high = max(now.high, sumAt(tick, worth) - now.deposits)),
    fill(row) {
      const p = held.get(row.position_id) ?? { ...row, size: 0n, cost: 0n }
      const change = row.side === 'BUY' ? big(row.quantity) : -big(row.quantity)
      const paid = (change * big(row.price)) / ONE
      const added = p.size * change < 0n ? floor(p.cost * change, p.size) : paid
      equal(row, 'realized_pnl', added - paid)
      held.set(row.position_id, { ...p, size: p.size + change, cost: p.cost + added })
      if (p.size + change === 0n) held.delete(row.position_id)
      const levels = tickOf(row, row.tick)[row.side === 'BUY' ? 'asks' : 'bids']
      const isOf = ([at]) => (row.liquidity === 'TAKER' ? at === row.price : (big(at) - big(row.price)) * change <= 0n)
      if (levels && !levels.some(isOf)) differs(row, 'its price is not one of its tick')
    },
    transfer(row) {
      const amount = row.direction === 'IN' ? big(row.amount) : -big(row.amount)
      const due = { fees: ['fee', -amount], realized_pnl: ['realized_pnl', amount] }[row.house]
      now.balance += amount
      if (row.house === 'capital') now.deposits += amount
      equal(row, 'balance_after', now.balance)
      if (due && named.has(`fill ${row.fill_id}`)) equal(named.get(`fill ${row.fill_id}`), ...due)
    },
    breach(row) {
      equal(row, 'value', sumAt(row.tick, worth))
      equal(row, 'limit', limitOf(row, now))
      if (big(row.value) > big(row.limit)) differs(row, 'its limit was not crossed')
    },
    liquidation(row) {
      const [p, mark] = [held.get(row.id), big(tickOf(row, row.tick).mark)]
      const margin = ceil(notional(p, mark) * ONE, big(row.leverage))
      const left = plan.margin_mode === 'CROSS' ? sumAt(row.tick, carried) : margin + carried(p, mark)
      if (left > 0n) differs(row, 'its maintenance margin was covered')
    },
  }
  for (const row of rows) on[row.kind](row)
}
for (const file of process.argv.slice(2)) {
  let before = null
  for (const bundle of JSON.parse(readFileSync(file, 'utf8'))) {
    const found = bundle.hash === null ? [] : unlikeSeals(bundle)
    if (before !== null && before !== bundle.sealed.previous) found.push('bundle: it does not follow the one before')
    if (found.length === 0) recompute(bundle, (row, why) => found.push(`${nameOf(row)}: ${why}`))
    for (const line of [...found, ...bundle.notes]) console.log(`${file}, bundle ${bundle.sealed.sequence}: ${line}`)
    process.exitCode ||= Number(found.length > 0)
    before = bundle.hash
  }
}
if (!process.exitCode) console.log('all is equal')
