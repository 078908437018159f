// How long copies take, against `npm start` with data of its own: one follower, then many of one fill, and what an order
// of somebody else takes beside them and in the quiet windows before, between and after:
// node bench/copier.mjs [FOLLOWERS] [FILLS] (after `npm run build`).
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { awaitRunning, makeInstallation, startLauncher } from '../packages/local-stack/dist/index.js'

const [FOLLOWERS, FILLS] = [Number(process.argv[2] ?? 1_000), Number(process.argv[3] ?? 5)]
const ACCOUNTS_OF_USER = 100
const AT_A_TIME = 16
const QUIET_MS = 3_000
const LOOK_MS = 150

const line = (name, text) => console.log(`${name.padEnd(52)} ${text}`)
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)]
const ms = (value) => `${value.toFixed(1)} ms`

const installation = await makeInstallation()
const launcher = startLauncher(installation, {
  ...{ LAB_PORT: 'off', REQUESTS_PER_MINUTE: '10000000', REQUESTS_PER_MINUTE_PER_USER: '10000000' },
})
async function send(url, method, headers, body) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, ...sent })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`)
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
}

const engine = (user, method, path, body) => send(installation.engineUrl + path, method, user, body)

async function keyOf(userId) {
  const terms = { label: 'bench', permissions: ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'] }
  const { key, secret } = await send(`${installation.walletUrl}/api/api-keys`, 'POST', { 'x-user-id': userId }, terms)
  return { 'x-api-key': key, 'x-api-secret': secret }
}

const open = async (user, place) =>
  (await engine(user, 'POST', '/v1/accounts', { plan_id: 'standard-100k', challenge_id: `bench-${place}` })).id

/** Some at a time. */
async function each(count, work) {
  let next = 0
  const take = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, take))
}

/** Another user's accounts, all of which follow the leader. */
async function followAll(leader, leaderId) {
  const users = await Promise.all(
    Array.from({ length: Math.ceil(FOLLOWERS / ACCOUNTS_OF_USER) }, (_, place) => keyOf(`follower-${place}`)),
  )
  await each(FOLLOWERS, async (place) => {
    const user = users[Math.floor(place / ACCOUNTS_OF_USER)]
    const followerId = await open(user, place)
    const terms = { leader_account_id: leaderId, follower_account_id: followerId, max_delay_ms: 600_000 }
    const { id } = await engine(leader, 'POST', '/v1/copy-links', {
      ...terms,
      sizing: { mode: 'MULTIPLIER', value: 1 },
    })
    await engine(user, 'PATCH', `/v1/copy-links/${id}`, { status: 'ACTIVE' })
  })
}

const children = () => JSON.parse(readFileSync(join(installation.dataDir, 'lock.json'), 'utf8')).children
const pidOf = (start) => children().find(({ name }) => name.startsWith(start)).process.pid

/** Seconds that a process, and those of its children that have ended, have had of processors, in hundredths. */
function cpuOf(pid) {
  const [, state, parent, ...fields] = /\) (\S) (\d+) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const times = (fields[0] ?? '').split(' ').slice(9, 13)
  return {
    parent: Number(parent),
    seconds: state === undefined ? 0 : times.reduce((sum, ticks) => sum + Number(ticks), 0) / 100,
  }
}

/** Those of the server and of its backends. */
function cpuOfPostgres() {
  const server = pidOf('PostgreSQL')
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.reduce((sum, pid) => {
    try {
      const { parent, seconds } = cpuOf(pid)
      return parent === server || Number(pid) === server ? sum + seconds : sum
    } catch {
      return sum // it has just ended
    }
  }, 0)
}

/** Seconds of processors that somebody used, and those of them that the installation and this program used. */
function spent() {
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).map(Number)
  const busy = ticks.slice(0, 8).reduce((sum, each) => sum + each, 0) - ticks[3] - ticks[4]
  const { user, system } = process.cpuUsage()
  const mine = children().map(({ name, process: { pid } }) =>
    name === 'PostgreSQL' ? cpuOfPostgres() : cpuOf(pid).seconds,
  )
  return {
    busy: busy / 100,
    mine: mine.reduce((sum, each) => sum + each, 0) + (user + system) / 1e6,
    at: performance.now(),
  }
}

/** The share of the processors that others took since. */
function takenSince(before) {
  const now = spent()
  const others = now.busy - before.busy - (now.mine - before.mine)
  return Math.max(0, (others * 1_000) / (now.at - before.at) / cpus().length)
}

/** Copies so far, from the fill to what is on disk. */
async function copies() {
  const text = await send(`${installation.engineUrl}/metrics`, 'GET', {})
  const of = (name) => Number(new RegExp(`^copy_duration_seconds_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
  return { count: of('count') || 0, sum: of('sum') || 0 }
}

/** To ask costs the engine as much as some copies: it is asked in quiet windows as often. */
async function lookUntil(isOver, everyMs) {
  for (;;) {
    await sleep(everyMs)
    const now = await copies()
    if (isOver(now)) return now
  }
}
const copied = (count, everyMs) => lookUntil((now) => now.count >= count, everyMs)
const quietFor = (spanMs, everyMs) => {
  const until = performance.now() + spanMs
  return lookUntil(() => performance.now() >= until, everyMs)
}
const cpuNow = () => ({ engine: cpuOf(pidOf('trading-engine')).seconds, postgres: cpuOfPostgres() })

const trade = (user, accountId, side) =>
  engine(user, 'POST', '/v1/order', { account_id: accountId, symbol: 'BTC-USD', side, kind: 'MARKET', quantity: 0.001 })

/** What the orders of somebody else take while the work is done. */
async function beside(user, accountId, work) {
  const took = []
  let isOver = false
  const trading = (async () => {
    for (let place = 0; !isOver || place % 2 === 1; place += 1) {
      const from = performance.now()
      await trade(user, accountId, place % 2 === 0 ? 'BUY' : 'SELL')
      took.push(performance.now() - from)
    }
  })()
  await work()
  isOver = true
  await trading
  return took
}

async function measure() {
  const demo = JSON.parse(readFileSync(join(installation.dataDir, 'demo.json'), 'utf8'))
  if (demo === null) throw new Error('there is no demo account')
  const [leader, other] = [await keyOf('leader'), await keyOf('other')]
  const [aloneId, oneId] = [await open(leader, 'alone'), await open(leader, 'one')]
  const otherId = await open(other, 'other')
  const one = { leader_account_id: aloneId, follower_account_id: oneId, sizing: { mode: 'MULTIPLIER', value: 1 } }
  await engine(leader, 'POST', '/v1/copy-links', one)
  const single = []
  for (let place = 0; place < 60; place += 1) {
    const before = await copies()
    await trade(leader, aloneId, place % 2 === 0 ? 'BUY' : 'SELL')
    const after = await copied(before.count + 1, 50)
    if (place >= 10) single.push((after.sum - before.sum) * 1_000)
  }
  line(
    'one follower, leader fill → follower on disk',
    `median ${ms(quantile(single, 0.5))}, p95 ${ms(quantile(single, 0.95))}`,
  )

  const leaderId = await open(leader, 'many')
  await followAll(leader, leaderId)
  const [took, ofEngine, ofPostgres, quiet, busy, taken] = [[], [], [], [], [], []]
  const rest = async () => quiet.push(...(await beside(other, otherId, () => quietFor(QUIET_MS, LOOK_MS))))
  await beside(other, otherId, () => quietFor(QUIET_MS, LOOK_MS)) // not counted: it warms up
  for (let place = 0; place < FILLS; place += 1) {
    await rest()
    const [before, cpu, since, from] = [await copies(), cpuNow(), spent(), performance.now()]
    const orders = await beside(other, otherId, async () => {
      await trade(leader, leaderId, place % 2 === 0 ? 'BUY' : 'SELL')
      await copied(before.count + FOLLOWERS, LOOK_MS)
      took.push(performance.now() - from)
    })
    busy.push(...orders)
    taken.push(takenSince(since))
    const cpuAfter = cpuNow()
    ofEngine.push(((cpuAfter.engine - cpu.engine) * 1_000) / FOLLOWERS)
    ofPostgres.push(((cpuAfter.postgres - cpu.postgres) * 1_000) / FOLLOWERS)
  }
  await rest()
  line(`${FOLLOWERS} followers of one fill, all on disk`, took.map((one) => ms(one)).join(', '))
  const cpu = `engine ${ms(quantile(ofEngine, 0.5))}, PostgreSQL ${ms(quantile(ofPostgres, 0.5))}`
  line('CPU a copy, the orders of somebody else among it', cpu)
  const of = (values) => `median ${ms(quantile(values, 0.5))}, p95 ${ms(quantile(values, 0.95))} (${values.length})`
  line('an order of somebody else, in quiet windows', of(quiet))
  line('an order of somebody else, beside copies', of(busy))
  line('p95 beside copies ÷ in quiet windows', `${(quantile(busy, 0.95) / quantile(quiet, 0.95)).toFixed(2)}×`)
  line(
    'processors taken by other programs beside copies',
    taken.map((share) => `${(share * 100).toFixed(0)} %`).join(', '),
  )
}

await awaitRunning(launcher)
try {
  await measure()
} finally {
  launcher.signalGroup('SIGINT')
  await launcher.ended
  installation.remove()
}
