// The cost of odds with the real core: `node bench/resample.mjs [ATTEMPTS [PROCESSES]]` (after `npm run build`). Attempts
// of 60 days with ten orders a day (five positions, held for a quarter of the day in all) on days of a tape with a price
// every minute, shared by PROCESSES (2). The time on the wall, from the first attempt to the last answer. Not in it: the
// request, reading the record and its tape.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { decimal, quantity, usd } from '../services/trading-engine/dist/core/values/decimal.js'
import { createResampling } from '../services/trading-engine/dist/lab/odds/resample/resample-odds.js'
import { modelTape } from '../services/trading-engine/dist/lab/tapes/models/model.js'
import { createRandom } from '../services/trading-engine/dist/lab/tapes/xoshiro.js'
import { loadCatalogue } from '../services/trading-engine/dist/market/catalogue.js'
import { planOf } from './odds-plan.mjs'

const [, , attempts = '1000', processes = '2', first] = process.argv
const DAYS = 120
const FROM = Date.UTC(2026, 2, 2) * 1_000
const DAY = 86_400_000_000

function resampling() {
  const catalogue = loadCatalogue()
  const of = { seed: 1, symbols: ['BTC-USD'], from: FROM, to: FROM + DAYS * DAY, every: 240 }
  const walk = { volatility: null, drift: 0, correlation: 0, jumpsPerDay: 0, jumpSize: 0 }
  const tape = modelTape({ model: 'GBM', of, ...walk }, catalogue)
  const random = createRandom(1)
  const fills = Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: 5 }, (_unused, trade) => {
      const at = FROM + day * DAY + (trade + 1) * 0.15 * DAY
      const sides = random.uniform() < 0.5 ? ['BUY', 'SELL'] : ['SELL', 'BUY']
      const size = quantity(decimal('0.5'))
      return sides.map((side, end) => ({
        ...{ symbol: 'BTC-USD', venue: tape.series[0].venue, side, quantity: size },
        at: Math.round(at + end * 0.05 * DAY),
      }))
    }).flat(),
  ).flat()
  const phases = [{ phase: null, plan: planOf('TRAILING_INTRADAY', 'BALANCE') }]
  const task = { phases, balance: usd(decimal('100000')), seed: 1, days: 60, meanBlock: 5 }
  return createResampling([{ tape, fills, news: [] }], task, catalogue)
}

if (first !== undefined) {
  const { play } = resampling()
  process.on('message', () => {
    const ends = {}
    for (let attempt = Number(first); attempt < Number(attempts); attempt += Number(processes)) {
      const { end, day } = play(attempt).phases[0]
      ends[end] = (ends[end] ?? 0) + 1
      ends.days = (ends.days ?? 0) + day
    }
    process.send({ ends, cpu: process.cpuUsage().user / 1e6 })
  })
  process.send('ready')
} else {
  const children = Array.from({ length: Number(processes) }, (_, place) =>
    fork(fileURLToPath(import.meta.url), [attempts, processes, String(place)], { serialization: 'advanced' }),
  )
  const next = (child) => new Promise((resolve) => child.once('message', resolve))
  await Promise.all(children.map(next))
  const began = performance.now()
  const told = await Promise.all(
    children.map((child) => {
      child.send('go')
      return next(child)
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  for (const child of children) child.disconnect()
  console.log(JSON.stringify({ attempts: Number(attempts), processes: children.length, seconds, told }))
}
