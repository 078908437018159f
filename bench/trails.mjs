// What a tick costs with 100,000 trailing stops, and what they take of the heap beside as many plain ones:
// node --expose-gc bench/trails.mjs [STOPS] [TICKS] (after `npm run build`). Four tapes: a random walk, a trend, a fall
// in which each tick begins a group of its own, and the rise that then merges all of them at once.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLevelIndex } from '../services/trading-engine/dist/workers/level-index.js'

const [STOPS, TICKS] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 200_000)]
const WARM_TICKS = 50_000
const ONE = 10n ** 18n
const LISTING = { symbol: 'BTC-USD', venue: 'GMX' }
const at = (ticks) => (BigInt(ticks) * ONE) / 2n

let seed = 20_261_128
/** Pseudo-random: the same tape in every run. */
function random() {
  seed ^= seed << 13
  seed ^= seed >>> 17
  seed ^= seed << 5
  return (seed >>> 0) / 2 ** 32
}

const uuid = (number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const common = (number) => ({ ...LISTING, orderId: uuid(number), since: 0, watched: 'LAST', isAbove: false })
const plain = (number, price) => ({ ...common(number), key: `${uuid(number)}:LAST:${price}`, price })

/** Half of them with an amount, half with a percentage; none near enough to fire by a wiggle. */
function trailing(number, peak, least) {
  const isShare = number % 2 === 0
  const distance = isShare
    ? { offsetPct: (BigInt(least) * 100n * ONE * ONE) / (peak * 2n) + BigInt(number) * 10n ** 13n }
    : { offset: at(least + (number % 5_000)) }
  const start = { price: peak, priceTick: 0, tick: 0 }
  const trail = { ...distance, side: 'SELL', tickSize: ONE / 2n, sinceTick: 1, start, peak: start }
  const words = `${distance.offset ?? ''}:${distance.offsetPct ?? ''}`
  return { ...common(number), key: `${uuid(number)}:LAST:1:${words}:`, price: 0n, trail }
}

const quote = (ticks) => {
  const price = at(ticks)
  return {
    ...LISTING,
    tick: 0,
    at: 0,
    last: price,
    mark: price,
    index: price,
    bid: price,
    ask: price,
    staleReason: null,
  }
}

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Microseconds that the main thread has had, to some milliseconds: not what the collector does beside it. */
const cpuOfThread = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1_000

/** CPU time, so that a busy machine measures the same; the worst tick is looked for a second time. */
async function run(name, indexes, tape) {
  const [first, second] = [indexes(), tape.length > 1 ? indexes() : null]
  await sleep(500) // the collector is done with what the levels have left
  // V8 compiles what a tick does once more for each index: a process has one, and runs for longer than a tape.
  if (tape.length > 1) for (let tick = 0; tick < WARM_TICKS; tick += 1) first.reached(tape[0], Infinity)
  const since = tape.length > 1 ? cpuOfThread : cpu
  const from = since()
  let fired = 0
  for (const now of tape) fired += first.reached(now, Infinity).length
  const mean = (since() - from) / tape.length
  let worst = tape.length > 1 ? 0 : mean
  for (const now of second === null ? [] : tape) {
    const before = cpu()
    second.reached(now, Infinity)
    worst = Math.max(worst, cpu() - before)
  }
  const figures = [`mean ${mean.toFixed(3)} µs`, `worst ${(worst / 1_000).toFixed(3)} ms`, `${fired} fired`]
  console.log(`${name.padEnd(34)} ${figures.join('   ')}`)
}

function walk(from, length, drift) {
  const tape = []
  for (let [tick, now] = [0, from]; tick < length; tick += 1) {
    now = Math.max(20_000, now + Math.round((random() - 0.5) * 12 + drift))
    tape.push(quote(now))
  }
  return tape
}

/** Bytes of the heap that an index of so many levels takes. */
function measured(make) {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const index = createLevelIndex()
  for (let number = 0; number < STOPS; number += 1) index.set(uuid(number), [make(number)])
  globalThis.gc?.()
  return { index, bytes: process.memoryUsage().heapUsed - before }
}

const started = 40_000
const mb = (bytes) => (bytes / 2 ** 20).toFixed(1)
const indexOf = (make) => () => measured(make).index
const nearPlain = (number) => plain(number, at(10_000 + (number % 5_000)))
const nearTrail = (number) => trailing(number, at(started), 8_000)
const [plains, trails] = [measured(nearPlain).bytes, measured(nearTrail).bytes]
console.log(
  `${STOPS} stops: plain ${mb(plains)} MiB, trailing ${mb(trails)} MiB, ratio ${(trails / plains).toFixed(2)}`,
)
await run('plain, a random walk', indexOf(nearPlain), walk(started, TICKS, 0))
await run('trailing, a random walk', indexOf(nearTrail), walk(started, TICKS, 0))
await run('trailing, a trend', indexOf(nearTrail), walk(started, TICKS, 0.2))
await run(
  'trailing, a trend with returns',
  indexOf((number) => trailing(number, at(started), 1_000)),
  walk(started, TICKS, 0),
)

// Each stop begins one tick lower than the one before: as many groups as stops.
const top = 400_000
const eachItsOwn = indexOf((number) => trailing(number, at(top - number), 200_000))
await run('trailing, a group each', eachItsOwn, walk(top - STOPS, TICKS, 0))
await run('one tick merges all groups', eachItsOwn, [quote(top + 1)])
await run('trailing, groups merge on the way', eachItsOwn, walk(top - STOPS, TICKS, 0.5))
