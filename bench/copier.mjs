// How long copies take, against `npm start` with data of its own: one follower, then many of one fill, and what an order
// of somebody else takes beside them: node bench/copier.mjs [FOLLOWERS] [FILLS] (after `npm run build`).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { awaitRunning, makeInstallation, startLauncher } from '../packages/local-stack/dist/index.js'

const [FOLLOWERS, FILLS] = [Number(process.argv[2] ?? 1_000), Number(process.argv[3] ?? 5)]
const ACCOUNTS_OF_USER = 100
const AT_A_TIME = 16

const line = (name, text) => console.log(`${name.padEnd(52)} ${text}`)
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)]
const ms = (value) => `${value.toFixed(1)} ms`

const installation = await makeInstallation()
const launcher = startLauncher(installation, {
  ...{ REQUESTS_PER_MINUTE: '10000000', REQUESTS_PER_MINUTE_PER_USER: '10000000' },
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

const enginePid = () => {
  const { children } = JSON.parse(readFileSync(join(installation.dataDir, 'lock.json'), 'utf8'))
  return children.find(({ name }) => name === 'trading-engine').process.pid
}

/** Seconds that a process has had of processors; Linux counts hundredths. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Copies so far, from the fill to what is on disk. */
async function copies() {
  const text = await send(`${installation.engineUrl}/metrics`, 'GET', {})
  const of = (name) => Number(new RegExp(`^copy_duration_seconds_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
  const cpu = cpuOf(enginePid())
  return { count: of('count') || 0, sum: of('sum') || 0, cpu }
}

/** To ask costs the engine as much as some copies: it is not asked often. */
async function copied(count, everyMs) {
  for (;;) {
    await sleep(everyMs)
    const now = await copies()
    if (now.count >= count) return now
  }
}

const trade = (user, accountId, side) =>
  engine(user, 'POST', '/v1/order', { account_id: accountId, symbol: 'BTC-USD', side, kind: 'MARKET', quantity: 0.001 })

/** What each order of somebody else takes until `isOver`. */
async function tradeUntil(user, accountId, isOver) {
  const took = []
  for (let place = 0; !isOver(); place += 1) {
    const from = performance.now()
    await trade(user, accountId, place % 2 === 0 ? 'BUY' : 'SELL')
    took.push(performance.now() - from)
  }
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
  let isOver = false
  const idle = tradeUntil(other, otherId, () => isOver)
  await sleep(5_000)
  isOver = true
  const quiet = await idle
  isOver = false
  const ofOther = tradeUntil(other, otherId, () => isOver)
  const [took, cpu] = [[], []]
  for (let place = 0; place < FILLS; place += 1) {
    const before = await copies()
    const from = performance.now()
    await trade(leader, leaderId, place % 2 === 0 ? 'BUY' : 'SELL')
    const after = await copied(before.count + FOLLOWERS, 200)
    took.push(performance.now() - from)
    cpu.push(((after.cpu - before.cpu) * 1_000) / FOLLOWERS)
  }
  isOver = true
  const busy = await ofOther
  line(`${FOLLOWERS} followers of one fill, all on disk`, took.map((one) => ms(one)).join(', '))
  line('CPU of the engine a copy, the orders of somebody else among it', ms(quantile(cpu, 0.5)))
  const p95 = [quantile(quiet, 0.95), quantile(busy, 0.95)]
  line(
    'an order of somebody else, p95',
    `${ms(p95[0])} before, ${ms(p95[1])} beside them: ${(p95[1] / p95[0]).toFixed(2)}×`,
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
