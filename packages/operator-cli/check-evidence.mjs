// Recomputes evidence from its files alone, as docs/EVIDENCE.md tells: node check-evidence.mjs FILE…
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
const [ONE, MICRO, E30, YEAR, known] = [10n ** 18n, 10n ** 12n, 10n ** 30n, 31_536_000_000_000n, new Map()]
const big = (text) => BigInt(text.replace(/^(-?\d+)\.?(\d*)$/, (_, whole, part) => whole + part.padEnd(18, '0')))
const floor = (a, b) => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n)
const [ceil, max, abs] = [(a, b) => -floor(-a, b), (a, b) => (a > b ? a : b), (a) => (a < 0n ? -a : a)]
const percentOf = (amount, pct) => (amount * big(pct)) / (100n * ONE)
const hashOf = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const nameOf = (row) => `${row.kind} ${row.kind === 'tick' ? `${row.tick} of ${row.venue}:${row.symbol}` : row.id}`
// Compares a bundle with its seals, with the one before it, and with all others: neither rows nor ticks ever change.
function compare({ sealed, sealed: { previous, sequence, rates: charged = [] }, hash, ticks, rows }, before, differs) {
  const all = new Map([...ticks, ...rows].map((row) => [nameOf(row), row]))
  for (const name of new Set([...Object.keys(sealed.seals), ...(hash === null ? [] : all.keys())]))
    if (!all.has(name) || hashOf(all.get(name)) !== sealed.seals[name])
      differs(name, `${all.has(name) ? 'altered' : 'missing'} since it was sealed`)
  const [names, sealedNames] = [rows.map(nameOf), Object.keys(sealed.seals).filter((name) => !name.startsWith('tick '))]
  if (hash !== null && all.size === Object.keys(sealed.seals).length && names.join() !== sealedNames.join())
    differs('bundle', 'its rows are not in the order in which they were sealed, each once')
  if (hash !== (sequence === null ? null : hashOf(sealed))) differs('bundle', 'its hash is not that of its seals')
  const isNext = before?.hash && before.hash === previous && before.sealed.account_id === sealed.account_id
  if (before ? !isNext : (previous === null) === sequence > 1) differs('bundle', 'it does not follow the one before')
  for (const { bids: _, asks: __, ...row } of [...all.values(), ...charged, { kind: 'bundle', id: sequence, hash }]) {
    const key = row.kind === 'tick' || row.kind === 'rates' ? nameOf(row) : `${sealed.account_id} ${nameOf(row)}`
    if ((known.get(key) ?? hashOf(row)) !== hashOf(row)) differs(nameOf(row), 'another bundle has it otherwise')
    known.set(key, hashOf(row))
  }
}
// The floors as docs/RISK-RULES.md has them, of plan versions with `base` and of those that have `trading_day`.
function floorsOf({ initial_balance, max_drawdown: drawdown, daily_loss: loss, ...plan }, now) {
  const [initial, { mode, peak_of, lock_at, on_first_payout: onPayout }] = [big(initial_balance), drawdown]
  const size = () => initial + now.scaled
  const lost = (rule, of) => (rule.amount ? big(rule.amount) : percentOf(of, rule.pct))
  const shift = () => now.deposits + (onPayout ? now.paid : 0n)
  const isFixed = () => onPayout === 'INITIAL' && now.paid > 0n
  const trails = () =>
    mode === 'TRAILING_CLOSED' || (mode === 'PCT_OF_PEAK' && peak_of === 'BALANCE')
      ? 'CLOSE'
      : mode.startsWith('PCT') || mode.endsWith('INTRADAY')
        ? 'MARK'
        : 'RESET'
  const raise = (reached) => (isFixed() ? null : (now.high = max(now.high, reached - shift())))
  const stop = drawdown.lock_at_initial ? initial : lock_at?.offset ? initial + big(lock_at.offset) : null
  const { profit_target_pct: pct, profit_target_amount: target } = plan
  const most = lock_at === 'TARGET' ? initial + (target ? big(target) : percentOf(initial, pct)) : null
  return {
    trails,
    raise,
    close() {
      if (trails() === 'CLOSE') raise(now.balance)
      now.closed = null
    },
    drawdown() {
      const peak = mode === 'STATIC' ? initial : most !== null && now.high > most ? most : now.high
      const floor = peak - lost(drawdown, mode === 'PCT_OF_PEAK' ? peak + now.scaled : size())
      const locked = stop !== null && floor > stop ? stop : floor
      return (isFixed() ? max(locked, initial) : locked) + shift()
    },
    daily(isWarning, reference = loss.reference ?? loss.base) {
      const [balance, equity, before] = [now.day.start_balance, now.day.start_equity, now.day.start_net_deposits].map(
        big,
      )
      const of = { INITIAL: initial, BALANCE: balance, EQUITY: equity, HIGHER_OF: max(balance, equity) }
      const from = reference === 'DAY_HIGH' ? max(now.dayHigh, equity) : of[reference]
      const allowed = lost(loss, loss.amount_base === 'INITIAL' ? size() : from)
      const used = percentOf(allowed, isWarning ? loss.warn_at_pct : '100')
      return from - used - (reference === 'INITIAL' ? 0n : before) + now.deposits
    },
  }
}
// Compares each row with those before it. Shorts have a negative size and cost; percentages may differ in digit 18.
function recompute({ sealed, ticks, rows }, differs) {
  const { opening, plan, payouts = [], maintenance_rates: rates, rates: charged } = sealed
  const named = new Map([...ticks, ...rows].map((row) => [nameOf(row), row]))
  const missing = (row, of) => differs(row, `its tick of ${of.venue}:${of.symbol} is missing`) ?? { mark: '0' }
  const tickOf = (row, of) => named.get(`tick ${row.tick} of ${of.venue}:${of.symbol}`) ?? missing(row, of)
  const held = new Map(opening.positions.map((p) => [p.id, { ...p, size: big(p.quantity), cost: big(p.cost) }]))
  const { paid_out: paid = '0', scaled = '0', balance, net_deposits: deposits } = opening
  const sums = { balance: big(balance), deposits: big(deposits), scaled: big(scaled), paid: big(paid) }
  const now = { day: null, high: null, ...sums, closed: null }
  const equal = (row, field, due, found = big(row[field])) =>
    (found - due) ** 2n <= 4n || differs(row, `its ${field} is recomputed as ${Number(due) / 1e18}`)
  const worth = ({ size, cost }, mark) => floor(size * mark, ONE) - cost
  const needed = (p, mark) => ceil(ceil(abs(p.size) * mark, ONE) * big(rates[`${p.venue}:${p.symbol}`]), ONE)
  const sumAt = (row, valueOf) =>
    [...held.values()].reduce((sum, p) => sum + (p.size && valueOf(p, big(tickOf(row, p).mark))), now.balance)
  // What an account takes of a book is gone, best first. Bundles without `taken` lack levels that no fill is at.
  const books = new Map()
  const fits = (row, size, levels = [], listing = `${row.venue}:${row.symbol}`) => {
    const [side, sign] = row.side === 'BUY' ? ['asks', 1n] : ['bids', -1n]
    const known = books.get(listing) ?? { tick: -1 }
    const book = known.tick === row.tick ? known : { tick: row.tick, asks: 0n, bids: 0n }
    const depthOf = (isOne) =>
      levels.reduce((sum, [at, depth]) => sum + (isOne(sign * (big(at) - big(row.price))) ? big(depth) : 0n), 0n)
    const [better, here] = [depthOf((gap) => gap < 0n), depthOf((gap) => gap === 0n)]
    const isUntold = !sealed.taken && row.tick * 250 <= Date.parse(opening.at)
    const [isMaker, atPrice] = [row.liquidity === 'MAKER', book[row.side + row.price] ?? 0n]
    const isLeft = sealed.taken ? book[side] + size <= better + here : isMaker || atPrice + size <= here
    const isNext = isMaker ? better + here > 0n : here > 0n && (better <= book[side] || isUntold)
    const after = { ...book, [side]: book[side] + size, [row.side + row.price]: isMaker ? atPrice : atPrice + size }
    if (known.tick <= row.tick) books.set(listing, after)
    return isLeft && isNext
  }
  for (const row of sealed.taken ?? []) fits({ ...row, price: '0' }, big(row.quantity))
  const floors = floorsOf(plan, now)
  const on = {
    day(row) {
      const high = big(opening.peak ?? row.start_high_water_mark)
      Object.assign(now, { day: row, high, dayHigh: big(row.start_equity) })
      const start = { start_balance: now.balance, start_equity: sumAt(row, worth), start_net_deposits: now.deposits }
      const dues = row.at !== opening.at ? {} : opening.paid_out ? { ...start, start_paid_out: now.paid } : start
      for (const field in dues) equal({ start_paid_out: '0', ...row }, field, dues[field])
    },
    high(row, equity = sumAt(row, worth)) {
      if (floors.trails() === 'MARK') floors.raise(equity)
      now.dayHigh = max(now.dayHigh, equity - now.deposits + big(now.day.start_net_deposits))
    },
    trigger: (row, beyond = big(tickOf(row, row)[row.watched] ?? '0') - big(row.price)) =>
      (row.fires === 'ABOVE' ? beyond < 0n : beyond > 0n) && differs(row, 'its trigger was not reached'),
    fill(row, p = held.get(row.position_id) ?? { ...row, size: 0n, cost: 0n }) {
      const change = row.side === 'BUY' ? big(row.quantity) : -big(row.quantity)
      const paid = (change < 0n ? -1n : 1n) * ceil(abs(change) * big(row.price), ONE)
      // The profit of a part of a position is the contract's own where it has filled it.
      const isTold = row.contract && p.size * change < 0n && p.size + change
      const released = () => (isTold ? paid + big(row.realized_pnl) : floor(p.cost * change, p.size))
      const added = p.size * change < 0n ? released() : paid
      if (p.size * change < 0n) now.closed = row.id
      equal(row, 'realized_pnl', added - paid)
      if (row.contract) equal(row, 'fee', max(-big(row.contract.fees), 0n))
      const levels = row.tick !== null && (tickOf(row, row)[change > 0n ? 'asks' : 'bids'] ?? [])
      if (levels && !fits(row, abs(change), levels)) differs(row, 'its price is not where it met the book of its tick')
      held.set(row.position_id, { ...p, size: p.size + change, cost: p.cost + added })
    },
    transfer(row, [from, until] = row.accrued ?? [0, 0], at = from / 250_000 || row.tick) {
      const p = held.get(row.position_id) ?? { size: 0n, cost: 0n }
      const amount = row.direction === 'IN' ? big(row.amount) : -big(row.amount)
      if (row.house === 'capital' || row.house === 'scaling') now.deposits += amount
      if (row.house === 'scaling') now.scaled += amount
      if (payouts.includes(row.id)) now.paid -= amount
      equal(row, 'balance_after', (now.balance += amount))
      const { contract, ...said } = named.get(`fill ${row.fill_id}`) ?? {}
      const fill = { kind: 'fill', id: row.fill_id, fee: '0', realized_pnl: '0', ...contract, ...said }
      const taken = contract && row.house !== 'rounding' ? [row.house, amount] : null
      const posted = { fees: ['fee', -amount], realized_pnl: ['realized_pnl', amount] }[row.house] ?? taken
      if (posted) equal(fill, ...posted)
      const by = () => (until ? abs(p.cost) * BigInt(until - from) : p.size * big(tickOf(row, p).mark))
      if (row.rate) equal(row, 'amount', floor(-by() * big(row.rate), (until ? YEAR : ONE) * E30) * MICRO, amount)
      const told = charged?.findLast((one) => one.id.endsWith(` ${p.venue}:${p.symbol}`) && one.tick <= at)
      const [long, short] = (told?.[until ? 'carry' : 'funding'] ?? ['0', '0']).map(big)
      if (row.rate && charged) equal(row, 'rate', p.size > 0n ? long : until ? short : -short)
    },
    // An account may end by what an idea has lost, or by its strikes.
    max_loss_per_idea(row, results = {}) {
      for (const p of held.values())
        results[p.symbol + (p.size > 0n)] =
          (results[p.symbol + (p.size > 0n)] ?? 0n) + (p.size && worth(p, big(tickOf(row, p).mark)))
      equal(row, 'limit', -percentOf(big(plan.initial_balance), plan.max_loss_per_idea.pct))
      if (!Object.values(results).includes(big(row.value))) differs(row, 'no idea has that result')
      if (big(row.value) > big(row.limit)) differs(row, 'its limit was not crossed')
    },
    strikes(row, at = Date.parse(row.at)) {
      const ago = (strike) => at - Date.parse(strike.at)
      const isTold = ({ rule, max, window_days: days }) =>
        big(row.limit) === BigInt(max) * ONE &&
        big(row.value) >= big(row.limit) &&
        big(row.value) ===
          BigInt(sealed.strikes.filter((s) => s.rule === rule && ago(s) >= 0 && ago(s) < days * 864e5).length) * ONE
      if (!plan.strikes.some(isTold)) differs(row, 'its strikes are not those that the bundle tells')
    },
    breach(row, rule = row.rule === 'max_drawdown' ? plan.max_drawdown : plan.daily_loss) {
      if (row.rule === 'max_loss_per_idea' || row.rule === 'strikes') return on[row.rule](row)
      const floor = row.rule === 'max_drawdown' ? floors.drawdown() : floors.daily(row.action === 'NONE')
      equal(row, 'value', rule.includes_open_pnl === false ? now.balance : sumAt(row, worth))
      equal(row, 'limit', floor)
      if (big(row.value) > big(row.limit)) differs(row, 'its limit was not crossed')
    },
    liquidation(row, p = held.get(row.id) ?? { ...row, size: 0n, cost: 0n }, mark = big(tickOf(row, row).mark)) {
      const margin = ceil(ceil(abs(p.size) * mark, ONE) * ONE, big(row.leverage)) + worth(p, mark) - needed(p, mark)
      const left = plan.margin_mode === 'CROSS' ? sumAt(row, (...held) => worth(...held) - needed(...held)) : margin
      if (left > 0n || !p.size) differs(row, 'its maintenance margin was covered')
    },
  }
  for (const row of rows) {
    if (now.closed !== null && row.fill_id !== now.closed) floors.close()
    on[row.kind](row)
  }
}
const counts = process.argv.slice(2).map((file) => {
  const bundles = JSON.parse(readFileSync(file, 'utf8'))
  bundles.forEach((bundle, index, _, found = []) => {
    compare(bundle, bundles[index - 1], (name, why) => void found.push(`${name}: ${why}`))
    for (const line of bundle.missing ?? []) found.push(line)
    if (found.length === 0) recompute(bundle, (row, why) => void found.push(`${nameOf(row)}: ${why}`))
    const ofChain = bundle.rows.filter(({ contract }) => contract).length
    if (ofChain) bundle.notes.push(`${ofChain} fills are those of contracts: compare them with their transactions`)
    for (const line of [...found, ...bundle.notes, ...(bundle.hash ? [] : ['it is not sealed'])])
      console.log(`${file}, bundle ${bundle.sealed.sequence}: ${line.replace(/\s/g, ' ')}`)
    process.exitCode ||= Number(found.length > 0)
  })
  return bundles.length
})
if (!counts.length || counts.includes(0)) process.exitCode = console.log('a file without a bundle shows nothing') ?? 1
if (!process.exitCode) console.log('all is equal')
