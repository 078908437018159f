// Do runs of the laboratory leave those who trade alone? `node bench/lab-held.mjs [RUNS [WINDOWS [SECONDS]]]` (after `npm run
// build`): npm start with a laboratory; an order that rests and its cancel, one after the other, in windows without runs
// and with RUNS (20) of them by turns, WINDOWS (5) of each. Of those runs one has 60 requests under way at any time, one
// plays a tape of a million prices with an order at each, one is killed, and the others place orders in a loop. Prints
// the 95th percentile of an order without and with them, their ratio, and why runs have ended.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TradingClient } from '@ats/sdk'
import { awaitRunning, findFreePort, makeInstallation, startLauncher } from '../packages/local-stack/dist/index.js'

const [, , runs = '20', windows = '5', seconds = '10'] = process.argv
const installation = await makeInstallation()
const labPort = await findFreePort()
const many = { REQUESTS_PER_MINUTE: '100000000', LAB_RUNS_MAX: '1000', LAB_RUNS_PER_USER: '1000', LAB_MINUTES: '2' }
const launcher = await awaitRunning(
  startLauncher(installation, { ...many, LAB_PORT: String(labPort), FUNDING: 'none' }),
)
const { key, secret, accountId } = JSON.parse(readFileSync(join(installation.dataDir, 'demo.json'), 'utf8'))
const trading = new TradingClient({ url: installation.engineUrl, labUrl: `http://127.0.0.1:${labPort}`, key, secret })
const account = trading.account(accountId)

const order = { symbol: 'ETH-USD', side: 'BUY', kind: 'LIMIT', price: '1000', quantity: '0.01' }
const quantile = (values, share) => values.sort((a, b) => a - b)[Math.ceil(share * values.length) - 1]

/** Milliseconds of each order within a window. */
async function trade() {
  const took = []
  const until = performance.now() + Number(seconds) * 1_000
  while (performance.now() < until) {
    const began = performance.now()
    const placed = await account.place(order)
    took.push(performance.now() - began)
    await account.cancel(placed.order.id)
  }
  return took
}

const tape = { model: 'GBM', symbols: ['BTC-USD'], step_ms: 250, from: '2026-03-02', to: '2026-03-04' }
const start = (seed) => trading.lab.start({ plan_id: 'standard-100k', tape: { ...tape, seed } })

/** Each goes on until it is told to stop or its run has ended. */
async function keepBusy(run, kind, isOver) {
  const market = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '0.001' }
  const once = {
    floods: () => Promise.all(Array.from({ length: 60 }, () => run.client.market.price('BTC-USD'))),
    trades: async (step) => {
      await run.account.place({ ...market, side: step % 2 === 0 ? 'BUY' : 'SELL' })
      await run.advance({ by_ms: 1_000 })
    },
    never: () => run.advance({ until: 'NEXT_TICK' }),
  }[kind]
  for (let step = 0; !isOver(); step += 1) await once(step).catch(() => undefined)
}

/** The window of those who trade while runs go on; why these have ended. */
async function besideRuns() {
  const started = await Promise.all(Array.from({ length: Number(runs) }, (_, seed) => start(seed)))
  let over = false
  const kinds = ['floods', 'never']
  const busy = started.map((run, number) => keepBusy(run, kinds[number] ?? 'trades', () => over))
  if (started.length > 2) killOne()
  const took = await trade()
  over = true
  const ended = await Promise.all(started.map(({ id }) => trading.lab.get(id)))
  await Promise.all(started.map(({ id }) => trading.lab.end(id)))
  await Promise.all(busy)
  return { took, reasons: ended.flatMap(({ ended_reason: reason }) => reason ?? []) }
}

/** One of the processes of runs of this laboratory. */
function killOne() {
  const isRun = (pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
      const log = readFileSync(`/proc/${parent}/environ`, 'utf8')
      return words.includes('lab-run.js') && log.includes(`PORT=${labPort}`)
    } catch {
      return false
    }
  }
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find(isRun)
  if (found !== undefined) process.kill(Number(found), 'SIGKILL')
}

try {
  await trade()
  const [alone, beside, reasons] = [[], [], []]
  for (let window = 0; window < Number(windows); window += 1) {
    alone.push(quantile(await trade(), 0.95))
    const { took, reasons: ended } = await besideRuns()
    beside.push(quantile(took, 0.95))
    reasons.push(...ended)
    console.log(
      `window ${window + 1}: ${alone.at(-1).toFixed(1)} ms alone, ${beside.at(-1).toFixed(1)} ms beside ${runs} runs`,
    )
  }
  const [one, other] = [quantile([...alone], 0.5), quantile([...beside], 0.5)]
  console.log(
    `p95 of an order, median of windows: ${one.toFixed(1)} ms alone, ${other.toFixed(1)} ms beside: ${(other / one).toFixed(2)}`,
  )
  console.log(`between windows alone: ${(Math.max(...alone) / Math.min(...alone)).toFixed(2)}`)
  console.log(`ended: ${reasons.join(', ') || 'none'}`)
} finally {
  launcher.signalGroup('SIGINT')
  await launcher.ended
  installation.remove()
}
