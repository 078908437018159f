// The cost of odds at the level of marks: `node bench/odds.mjs [REPEATS [ATTEMPTS]]` (after `npm run build`). Each figure is
// the processor time of one question, 10,000 attempts of 60 days with five trades each, of which none ends early: the
// median of REPEATS (5) and their extremes. Not in it: reading the trades, the answer over HTTP, the thread it runs in.
import { decimal } from '../services/trading-engine/dist/core/values/decimal.js'
import { estimateOdds } from '../services/trading-engine/dist/lab/odds/estimate-odds.js'
import { createRandom } from '../services/trading-engine/dist/lab/tapes/xoshiro.js'
import { planOf } from './odds-plan.mjs'

const [, , repeats = '5', attempts = '10000'] = process.argv
const dollars = (amount) => decimal(amount.toFixed(2))

const random = createRandom(1)
const days = Array.from({ length: 120 }, () =>
  Array.from({ length: 5 }, () => {
    const net = (random.uniform() - 0.49) * 800
    const [best, worst] = [Math.max(0, net) + random.uniform() * 200, Math.max(0, -net) + random.uniform() * 200]
    return { net: dollars(net), best: dollars(best), worst: dollars(worst) }
  }),
)

for (const [mode, reference] of [
  ['STATIC', 'BALANCE'],
  ['TRAILING_EOD', 'EQUITY'],
  ['TRAILING_INTRADAY', 'BALANCE'],
]) {
  const task = {
    phases: [{ phase: null, plan: planOf(mode, reference) }],
    source: { method: 'DAY_BOOTSTRAP', days },
    ...{ balance: null, attempts: Number(attempts), seed: 1, days: 60, fee: decimal('0') },
  }
  const times = Array.from({ length: Number(repeats) }, () => {
    const before = process.cpuUsage()
    estimateOdds(task)
    return process.cpuUsage(before).user / 1e6
  }).sort((a, b) => a - b)
  const [median, least, most] = [times[Math.floor(times.length / 2)], times[0], times.at(-1)]
  console.log(`${mode}, day from ${reference}: ${median.toFixed(2)} s (${least.toFixed(2)} to ${most.toFixed(2)})`)
}
