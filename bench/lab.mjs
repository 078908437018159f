// The cost of the laboratory in this process: `node bench/lab.mjs [REPEATS [FIGURE]]` (after `npm run build`). Figures are
// the median of REPEATS (5) and their extremes. Not in them: making the tape, opening the account. In them:
// decisions, events, the market that they see, the index of what can happen next. There is no store and no HTTP.
import { createHash } from 'node:crypto'
import { decideCancelAll } from '../services/trading-engine/dist/core/decide/decide-cancel-all.js'
import { decideClose } from '../services/trading-engine/dist/core/decide/decide-close.js'
import { decidePlace } from '../services/trading-engine/dist/core/decide/decide-place.js'
import { decimal, price, quantity, rate, toNumber } from '../services/trading-engine/dist/core/values/decimal.js'
import { createLabAccount } from '../services/trading-engine/dist/lab/core/lab-account.js'
import { decodeTape, encodeTape } from '../services/trading-engine/dist/lab/tapes/file/tape-bytes.js'
import { createRandom } from '../services/trading-engine/dist/lab/tapes/xoshiro.js'
import { loadCatalogue } from '../services/trading-engine/dist/market/catalogue.js'

const [, , count = '5', only = ''] = process.argv
const repeats = Number(count)
const catalogue = loadCatalogue()
const seed = createHash('sha256').update('bench').digest()
const FIRST_TICK = (Date.parse('2026-01-05T00:00:00Z') / 1000) * 4
const FLAGS = { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false }
const percent = (text) => rate(decimal(text))

const plan = {
  ...{ id: 'bench', version: 1, name: 'Bench', currency: 'USD', initialBalance: decimal('100000') },
  allowedVenues: ['GMX', 'OSTIUM'],
  risk: {
    ...{ words: 'PRESENT', bothCrossed: 'STRICTEST', newsFreeze: null, objective: null, inactivity: null },
    tradingDay: { resetTime: '17:00', resetTimeZone: 'America/New_York' },
    maxDrawdown: {
      ...{ mode: 'TRAILING_INTRADAY', pct: percent('50'), amount: null, peakOf: 'EQUITY', evaluation: 'INTRADAY' },
      ...{ includesOpenPnl: true, lockOffset: null, locksAtTarget: false, onFirstPayout: 'KEEP' },
    },
    dailyLoss: {
      ...{ pct: percent('40'), amount: null, reference: 'DAY_HIGH', amountBase: 'INITIAL', includesOpenPnl: true },
      ...{ evaluation: 'INTRADAY', warnAtPct: percent('90'), action: 'TERMINATE' },
    },
    exposure: {
      ...{ symbolNotionalMax: decimal('500000'), totalNotionalMax: decimal('1000000'), leverageMax: percent('20') },
      ...{ openOrdersMax: 200, positionsMax: 50, marginMode: 'CROSS' },
    },
  },
  costs: { borrowing: false, rollover: false, oracleFee: false, overnightLeverage: 'OFF' },
}

/** A random walk without a trend that hovers around its start. */
function walk(symbol, rows, slotsApart, stream) {
  const instrument = catalogue.find(symbol)
  const random = createRandom(7, stream)
  const middle = toNumber(instrument.typicalPrice) / toNumber(instrument.tickSize)
  const step = (toNumber(instrument.dailyVolatility) / Math.sqrt(345_600 / slotsApart)) * 1.7
  const slots = new Uint32Array(rows)
  const prices = new Uint32Array(rows)
  let at = middle
  for (let row = 0; row < rows; row += 1) {
    at *= 1 + step * (2 * random.uniform() - 1)
    at += (middle - at) * (slotsApart / 3_456_000)
    slots[row] = row * slotsApart
    prices[row] = Math.round(at)
  }
  const { tickSize, primaryVenue: venue } = instrument
  return { symbol, venue, tickSize, slots, prices, spreads: null, flags: null, funding: [] }
}

const order = (symbol, side, notional, fields = {}) => {
  const { lotSize, typicalPrice } = catalogue.find(symbol)
  const lots = Math.max(1, Math.round(notional / toNumber(typicalPrice) / toNumber(lotSize)))
  return {
    ...{ symbol, side, kind: 'MARKET', quantity: quantity(BigInt(lots) * lotSize), price: null, triggerPrice: null },
    ...{
      tif: 'IOC',
      flags: FLAGS,
      expiresAt: null,
      clientId: null,
      venue: null,
      positionId: null,
      parentOrderId: null,
    },
    ...fields,
  }
}
const at = (symbol, share) => {
  const { tickSize, typicalPrice } = catalogue.find(symbol)
  return price(BigInt(Math.round((toNumber(typicalPrice) / toNumber(tickSize)) * share)) * tickSize)
}
const open = (series) => {
  const seen = { events: 0 }
  const tape = { firstTick: FIRST_TICK, series }
  const onChanges = ({ events }) => void (seen.events += events.length)
  return { lab: createLabAccount({ tape, plan, catalogue, seed, onChanges }), seen }
}
const place = (lab, command) => {
  const outcome = lab.decide((account, context) => decidePlace(account, command, context))
  if (outcome.kind !== 'decided' || outcome.answer.order === null)
    throw new Error(
      `not placed: ${JSON.stringify(outcome.answer?.violations ?? outcome.problem, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
    )
}

function ticksPerSecond(symbols) {
  const rows = Math.round(6_000_000 / symbols.length)
  const series = symbols.map((symbol, stream) => walk(symbol, rows, 1, stream))
  return () => {
    const { lab } = open(series)
    lab.playTo(0)
    for (const symbol of symbols) place(lab, order(symbol, 'BUY', 20_000))
    place(lab, order(symbols[0], 'BUY', 5_000, { kind: 'LIMIT', tif: 'GTC', price: at(symbols[0], 0.8) }))
    place(lab, order(symbols[0], 'SELL', 5_000, { kind: 'LIMIT', tif: 'GTC', price: at(symbols[0], 1.2) }))
    place(lab, order(symbols[0], 'SELL', 5_000, { kind: 'STOP', tif: 'GTC', triggerPrice: at(symbols[0], 0.75) }))
    place(
      lab,
      order(symbols[0], 'SELL', 5_000, { kind: 'TAKE_PROFIT', tif: 'GTC', triggerPrice: at(symbols[0], 1.25) }),
    )
    place(lab, order(symbols[0], 'SELL', 5_000, { kind: 'STOP', tif: 'GTC', trail: { offsetPct: percent('20') } }))
    const began = process.hrtime.bigint()
    lab.playTo(rows - 1)
    const seconds = Number(process.hrtime.bigint() - began) / 1e9
    return {
      value: (rows * symbols.length) / seconds,
      note: `${lab.looks} looks, ${lab.account.orders.size} orders left`,
    }
  }
}

function ordersPerSecond() {
  const count = 20_000
  const series = [walk('BTC-USD', count + 2, 4, 1)]
  return () => {
    const { lab, seen } = open(series)
    const began = process.hrtime.bigint()
    for (let index = 0; index < count; index += 1) {
      lab.playTo(4 * index)
      place(lab, order('BTC-USD', index % 2 === 0 ? 'BUY' : 'SELL', 500))
    }
    const seconds = Number(process.hrtime.bigint() - began) / 1e9
    return { value: count / seconds, note: `${seen.events} events` }
  }
}

/** In turns: buys at the market, a stop and a target for it; closes what is still open. */
function yearOfBars() {
  const bars = 365 * 1_440
  const series = [walk('BTC-USD', bars * 4, 60, 2)]
  return () => {
    const { lab, seen } = open(series)
    const began = process.hrtime.bigint()
    const apart = Math.floor((bars * 240) / 1_250)
    let orders = 0
    for (let turn = 0; orders < 5_000; turn += 1) {
      lab.playTo(turn * apart)
      const mark = toNumber(lab.context().market.quote({ symbol: 'BTC-USD', venue: 'GMX' }).mark)
      const near = (share) => at('BTC-USD', (mark / toNumber(catalogue.find('BTC-USD').typicalPrice)) * share)
      place(lab, order('BTC-USD', 'BUY', 10_000))
      place(lab, order('BTC-USD', 'SELL', 10_000, { kind: 'STOP', tif: 'GTC', triggerPrice: near(0.99) }))
      place(lab, order('BTC-USD', 'SELL', 10_000, { kind: 'TAKE_PROFIT', tif: 'GTC', triggerPrice: near(1.01) }))
      lab.playTo(turn * apart + apart - 1)
      lab.decide((account, context) => decideCancelAll(account, null, context))
      if (lab.account.positions.size > 0) {
        const closing = { symbol: 'BTC-USD', quantity: null, kind: 'MARKET', price: null, tif: 'IOC' }
        const rest = { expiresAt: null, clientId: null, venue: null, positionId: null }
        lab.decide((account, context) => decideClose(account, { ...closing, ...rest }, context))
      }
      orders += 4
    }
    const seconds = Number(process.hrtime.bigint() - began) / 1e9
    return {
      value: seconds,
      note: `${bars * 4} ticks, ${seen.events} events, ${lab.looks} looks, ${lab.account.state}`,
    }
  }
}

/** A tape of 250 ms for a day, and bars of a minute for a year, as bytes. */
function bytesATick(rows, slotsApart) {
  return () => {
    const series = [walk('BTC-USD', rows, slotsApart, 3)]
    if (slotsApart > 1)
      series[0].slots = Uint32Array.from({ length: rows }, (_, row) => 240 * (row >> 2) + [0, 80, 159, 239][row & 3])
    return { value: encodeTape({ firstTick: FIRST_TICK, series }).length / rows, note: `${rows} ticks` }
  }
}

function tapeTicksPerSecond(isRead) {
  const rows = 4_000_000
  let [tape, bytes] = [null, null]
  return () => {
    tape ??= { firstTick: FIRST_TICK, series: [walk('BTC-USD', rows, 1, 3)] }
    bytes ??= encodeTape(tape)
    const began = process.hrtime.bigint()
    if (isRead) decodeTape(bytes)
    else encodeTape(tape)
    return { value: rows / (Number(process.hrtime.bigint() - began) / 1e9), note: `${bytes.length} bytes` }
  }
}

const FIGURES = [
  ['bytes a tick, a day of 250 ms', '<= 3', bytesATick(345_600, 1)],
  ['bytes a tick, a year of 1-minute bars', '<= 3', bytesATick(4 * 525_600, 60)],
  ['ticks read from bytes a second', 'none', tapeTicksPerSecond(true)],
  ['ticks written as bytes a second, and read again', 'none', tapeTicksPerSecond(false)],
  ['ticks a second, 1 symbol', '>= 1,000,000', ticksPerSecond(['BTC-USD'])],
  ['ticks a second, 3 symbols', '>= 1,000,000', ticksPerSecond(['BTC-USD', 'ETH-USD', 'SOL-USD'])],
  ['orders a second', '>= 13,000', ordersPerSecond()],
  ['a year of 1-minute bars with 5,000 orders, seconds', '<= 3', yearOfBars()],
]
for (const [name, bar, run] of FIGURES) {
  if (!name.includes(only)) continue
  run()
  const results = Array.from({ length: repeats }, run).sort((a, b) => a.value - b.value)
  const shown = (value) => (value < 100 ? value.toFixed(2) : Math.round(value).toLocaleString('en'))
  const [least, middle, most] = [results[0], results[results.length >> 1], results.at(-1)].map(({ value }) =>
    shown(value),
  )
  process.stdout.write(`${name}: ${middle} (${least} to ${most}; bar ${bar}); ${results[0].note}\n`)
}
