/** The strategies of strategies.py by the decisions of the service on an account on a tape: `laboratory.mjs bars FILE`. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decidePlace } from '../../services/trading-engine/dist/core/decide/decide-place.js'
import { RISK_RULES } from '../../services/trading-engine/dist/core/model/plan/violation.js'
import { decimal, quantity, rate, toNumber } from '../../services/trading-engine/dist/core/values/decimal.js'
import { createLabAccount } from '../../services/trading-engine/dist/lab/core/lab-account.js'
import { loadCatalogue } from '../../services/trading-engine/dist/market/catalogue.js'

const [, , kind, path] = process.argv
const [FAST, SLOW, EVERY] = [120, 720, 100]
const SLOTS_OF_A_MINUTE = 240

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const catalogue = loadCatalogue()
const { symbol, tickSize, primaryVenue: venue } = catalogue.find('BTC-USD')
const percent = (text) => rate(decimal(text))
const plan = {
  ...{ id: 'peers', version: 1, name: 'Peers', currency: 'USD', initialBalance: decimal('10000000') },
  allowedVenues: [venue],
  risk: {
    ...{ words: 'PRESENT', bothCrossed: 'STRICTEST', newsFreeze: null, objective: null, inactivity: null },
    tradingDay: { resetTime: '17:00', resetTimeZone: 'America/New_York' },
    maxDrawdown: {
      ...{ mode: 'TRAILING_INTRADAY', pct: percent('90'), amount: null, peakOf: 'EQUITY', evaluation: 'INTRADAY' },
      ...{ includesOpenPnl: true, lockOffset: null, locksAtTarget: false, onFirstPayout: 'KEEP' },
    },
    dailyLoss: {
      ...{ pct: percent('80'), amount: null, reference: 'DAY_HIGH', amountBase: 'INITIAL', includesOpenPnl: true },
      ...{ evaluation: 'INTRADAY', warnAtPct: percent('90'), action: 'TERMINATE' },
    },
    exposure: {
      ...{ symbolNotionalMax: decimal('1000000'), totalNotionalMax: decimal('1000000'), leverageMax: percent('20') },
      ...{ openOrdersMax: 200, positionsMax: 50, marginMode: 'CROSS' },
    },
  },
  costs: { borrowing: false, rollover: false, oracleFee: false, overnightLeverage: 'OFF' },
}

const rows = readFileSync(path, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',').map(Number))
const firstTick = rows[0][0] / 250
const inTicks = (price) => Math.round(price / toNumber(tickSize))

/** Open, low, high, close of a bar, evenly; or one price a quarter of a second. */
const flat =
  kind === 'bars' ? rows.flatMap(([, open, high, low, close]) => [open, low, high, close]) : rows.map(([, bid]) => bid)
const apart = kind === 'bars' ? SLOTS_OF_A_MINUTE / 4 : 1
const series = {
  ...{ symbol, venue, tickSize, spreads: null, flags: null, funding: [] },
  slots: Uint32Array.from(flat, (_, index) => index * apart),
  prices: Uint32Array.from(flat, inTicks),
}
let events = 0
const seed = createHash('sha256').update('peers').digest()
const onChanges = (changes) => void (events += changes.events.length)
const lab = createLabAccount({ tape: { firstTick, series: [series] }, plan, catalogue, seed, onChanges })

const FLAGS = { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false }
const NONE = { price: null, triggerPrice: null, expiresAt: null, clientId: null, positionId: null, parentOrderId: null }
let orders = 0

function trade(side, size) {
  const command = { symbol, side, kind: 'MARKET', tif: 'IOC', flags: FLAGS, venue, ...NONE }
  const placing = { ...command, quantity: quantity(decimal(String(size))) }
  const outcome = lab.decide((account, context) => decidePlace(account, placing, context))
  if (outcome.kind !== 'decided' || outcome.answer.order?.status !== 'FILLED')
    throw new Error(
      `not filled: ${JSON.stringify(outcome.answer?.violations.map(({ rule }) => rule) ?? outcome.problem)}`,
    )
  orders += 1
}

function crossMeans() {
  const [last, sums] = [[], { fast: 0, slow: 0 }]
  let held = 0
  for (const [row, [, , , , close]] of rows.entries()) {
    sums.fast += close - (last.at(-FAST) ?? 0)
    sums.slow += close - (last.at(-SLOW) ?? 0)
    last.push(close)
    if (row < SLOW - 1) continue
    const wanted = sums.fast / FAST > sums.slow / SLOW ? 1 : -1
    if (wanted === held) continue
    lab.playTo(row * SLOTS_OF_A_MINUTE + 3 * apart)
    trade(wanted > 0 ? 'BUY' : 'SELL', Math.abs(wanted - held))
    held = wanted
  }
}

function takeTurns() {
  for (let row = 0; row < rows.length; row += EVERY) {
    lab.playTo(row)
    trade(orders % 2 === 0 ? 'BUY' : 'SELL', 1)
  }
}

const loading = cpuSeconds()
if (kind === 'bars') crossMeans()
else takeTurns()
lab.playTo(series.slots.at(-1))
const run = cpuSeconds() - loading
const includes = `fees, book, margin, ${RISK_RULES.length} rules, drawdown and daily loss at each price, events`
process.stdout.write(`${JSON.stringify({ engine: 'this laboratory', kind, loading, run, orders, includes, events })}\n`)
