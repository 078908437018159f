// Do runs of the laboratory leave those who trade alone? `node bench/lab-held.mjs [RUNS [WINDOWS [SECONDS]]]` (after `npm run
// build`): npm start with a laboratory; an order that rests and its cancel, one after the other, in windows by turns:
// without runs, without them again, and with RUNS (20) of them, WINDOWS (5) of each. Of those runs one has 60 requests
// under way at any time, one plays a tape of a million prices, one is killed, and the others place orders in a loop.
// Their bots are a process of their own that runs when nothing else would (SCHED_IDLE; without chrt of the lowest
// priority): they stand for callers elsewhere, which take nothing of this machine. Prints the 95th percentile of an order
// in each window, the medians and their ratios, and why runs have ended.
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TradingClient } from '@ats/sdk'
import { awaitRunning, findFreePort, makeInstallation, startLauncher } from '../packages/local-stack/dist/index.js'

const [, , runs = '20', windows = '5', seconds = '10'] = process.argv
const installation = await makeInstallation()
const labPort = await findFreePort()
const many = { REQUESTS_PER_MINUTE: '100000000', LAB_RUNS_MAX: '1000', LAB_RUNS_PER_USER: '1000', LAB_MINUTES: '3' }
const launcher = await awaitRunning(
  startLauncher(installation, { ...many, LAB_PORT: String(labPort), FUNDING: 'none' }),
)
const { key, secret, accountId } = JSON.parse(readFileSync(join(installation.dataDir, 'demo.json'), 'utf8'))
const access = { url: installation.engineUrl, labUrl: `http://127.0.0.1:${labPort}`, key, secret }
const account = new TradingClient(access).account(accountId)
const bots = fork(fileURLToPath(new URL('./lab-held-bots.mjs', import.meta.url)), [])
setPriority(bots.pid, constants.priority.PRIORITY_LOW)
spawnSync('/usr/bin/chrt', ['--idle', '--all-tasks', '--pid', '0', String(bots.pid)])

async function askBots(ask) {
  bots.send(ask)
  const [told] = await once(bots, 'message')
  return told
}

const order = { symbol: 'ETH-USD', side: 'BUY', kind: 'LIMIT', price: '1000', quantity: '0.01' }
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1]

/** The 95th percentile, in milliseconds, of the orders within a window. */
async function trade() {
  const took = []
  const until = performance.now() + Number(seconds) * 1_000
  while (performance.now() < until) {
    const began = performance.now()
    const placed = await account.place(order)
    took.push(performance.now() - began)
    await account.cancel(placed.order.id)
  }
  return quantile(took, 0.95)
}

/** The window of those who trade while runs go on; why these have ended. */
async function besideRuns() {
  await askBots({ start: Number(runs) })
  killOne()
  const took = await trade()
  return { took, reasons: await askBots({ stop: true }) }
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

const figures = (values) =>
  `${quantile(values, 0.5).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`

try {
  await askBots(access)
  await trade()
  const [alone, again, beside, reasons] = [[], [], [], []]
  for (let window = 1; window <= Number(windows); window += 1) {
    alone.push(await trade())
    again.push(await trade())
    const { took, reasons: ended } = await besideRuns()
    beside.push(took)
    reasons.push(...ended)
    console.log(`window ${window}: ${[alone, again, beside].map((of) => of.at(-1).toFixed(2)).join(', ')} ms`)
  }
  const ratios = (values) => figures(values.map((value, window) => value / alone[window]))
  console.log(
    `p95 of an order alone, again and beside ${runs} runs, ms: ${[alone, again, beside].map(figures).join('; ')}`,
  )
  console.log(`ratios of windows: again ${ratios(again)}, beside runs ${ratios(beside)}`)
  console.log(`ended: ${reasons.join(', ') || 'none'}`)
} finally {
  bots.kill()
  launcher.signalGroup('SIGINT')
  await launcher.ended
  installation.remove()
}
