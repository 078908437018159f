// What hooks promise, against a wallet and two engines on databases of their own, after `npm run build`:
// node bench/hooks.mjs [ALERTS] [SECONDS]. Each alert is sent four times, raced between the engines, one of which is
// killed and started again; then alerts beside 300 orders a second; then orders beside 1,000 wrong tokens a second.
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import pg from 'pg'
import {
  engineEnvironment,
  ensureServiceDatabase,
  migrateService,
  serviceEntry,
  startServers,
  startService,
  startStack,
} from '../packages/local-stack/dist/index.js'

const [ALERTS, SECONDS] = [Number(process.argv[2] ?? 5_000), Number(process.argv[3] ?? 20)]
/** Fewer than a hook may place in a minute. */
const ALERTS_OF_HOOK = 50
const TIMES = 4
const SENDERS = 8
const TRADERS = 50
const [ORDERS_A_SECOND, ALERTS_A_SECOND, HONEST_A_SECOND, WRONG_A_SECOND] = [300, 10, 50, 1_000]
const SETTINGS = {
  ...{ LOG_LEVEL: 'error', REQUESTS_PER_MINUTE: '10000000', REQUESTS_PER_MINUTE_PER_USER: '10000000' },
  KEY_CHANGES_PER_HOUR: '1000000',
}

const line = (name, text) => console.log(`${name.padEnd(52)} ${text}`)
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)]
const ms = (value) => `${value.toFixed(1)} ms`
const spread = (values) =>
  `median ${ms(quantile(values, 0.5))}, p95 ${ms(quantile(values, 0.95))}, longest ${ms(Math.max(...values))}`

/** Resolves with what came of each, after that many seconds of `rate` a second, whatever each takes. */
async function atRate(rate, seconds, work) {
  const [begun, all] = [performance.now(), []]
  while (all.length < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - begun) * rate) / 1_000) + 1)
    while (all.length < due) all.push(work(all.length))
    await sleep(2)
  }
  return Promise.all(all)
}

/** In a thread of its own and from an address of its own: wrong tokens until the thread is ended. */
async function guess({ url, rate }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64, localAddress: '127.0.0.2' })
  const send = () =>
    new Promise((resolve) => {
      const path = `${url}/v1/hooks/svc_hk_${randomBytes(32).toString('hex')}`
      const request = http.request(path, { agent, method: 'POST', headers: { 'content-type': 'application/json' } })
      request.on('response', (answer) => answer.resume().on('end', resolve))
      request.on('error', resolve)
      request.end('{"symbol":"BTCUSD","position":"0"}')
    })
  for (;;) await atRate(rate, 1, send)
}

async function send(url, method, headers, body) {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const answer = await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, ...sent })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

async function must(...request) {
  const { status, body } = await send(...request)
  if (status >= 300) throw new Error(`${request[1]} ${request[0]}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** An account with a key, and with a hook if it is asked for. */
async function openTrader({ wallet, engine }, name, hasHook) {
  const user = { 'x-user-id': name }
  const terms = { label: 'bench', permissions: ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'] }
  const { key, secret } = await must(`${wallet.url}/api/api-keys`, 'POST', user, terms)
  const headers = { 'x-api-key': key, 'x-api-secret': secret }
  const plan = { plan_id: 'standard-100k', challenge_id: 'bench' }
  const { id: accountId } = await must(`${engine.url}/v1/accounts`, 'POST', headers, plan)
  if (!hasHook) return { headers, accountId }
  const caps = { accountId, label: 'bench', maxQuantity: '1', maxOrdersPerMinute: 60 }
  return { headers, accountId, token: (await must(`${wallet.url}/api/hooks`, 'POST', user, caps)).token }
}

async function openMany(stack, kind, count, hasHook = false) {
  const traders = []
  for (let first = 0; first < count; first += SENDERS) {
    const places = Array.from({ length: Math.min(SENDERS, count - first) }, (_, place) => first + place)
    traders.push(...(await Promise.all(places.map((place) => openTrader(stack, `${kind}-${place}`, hasHook)))))
  }
  return traders
}

/** A second engine, which can be killed and started again. */
async function runBeside(start) {
  let running = await start()
  return {
    urlOf: () => running.url,
    async killAndStart() {
      await running.kill()
      running = await start()
    },
    stop: () => running.stop(),
  }
}

/** Sends it again where nothing was decided, as a sender does that goes on until it is told. */
async function sendAlert(urlOf, token, body) {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const answer = await send(`${urlOf()}/v1/hooks/${token}`, 'POST', {}, body).catch(() => null)
    if (answer !== null && answer.status < 500 && answer.status !== 429)
      return `${answer.status} ${answer.body.outcome} ${answer.body.order_id}`
    await sleep(50)
  }
  return 'no answer'
}

const sideOf = (number) => (number % 2 === 0 ? 'buy' : 'sell')
const alertOf = (number) =>
  JSON.stringify({ action: sideOf(number), symbol: 'BTCUSD', quantity: '0.001', alert_id: `n-${number}` })

async function measureRepeats(stack, beside, database) {
  const hooks = await openMany(stack, 'repeat', Math.ceil(ALERTS / ALERTS_OF_HOOK), true)
  const queue = Array.from({ length: ALERTS }, (_, number) => ({
    token: hooks[Math.floor(number / ALERTS_OF_HOOK)].token,
    body: alertOf(number),
  }))
  const odd = []
  const sender = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { token, body } = next
      const places = Array.from({ length: TIMES }, (_, copy) =>
        copy % 2 === 0 ? () => stack.engine.url : beside.urlOf,
      )
      const answers = new Set(await Promise.all(places.map((place) => sendAlert(place, token, body))))
      if (answers.size !== 1 || ![...answers][0].startsWith('200 PLACED')) odd.push([...answers])
    }
  }
  let restarts = 0
  const restart = async () => {
    for (const left of [0.8, 0.6, 0.4, 0.2]) {
      while (queue.length > ALERTS * left) await sleep(20)
      await beside.killAndStart()
      restarts += 1
    }
  }
  const from = performance.now()
  await Promise.all([restart(), ...Array.from({ length: SENDERS }, sender)])
  const { rows } = await database.query(`select count(*)::int as orders from orders where origin = 'HOOK'`)
  line(
    `${ALERTS} alerts, each ${TIMES} times, ${restarts} restarts`,
    `${rows[0].orders} orders, ${odd.length} answered otherwise, ${((performance.now() - from) / 1_000).toFixed(0)} s`,
  )
  for (const answers of odd.slice(0, 5)) console.log(answers)
}

/** Orders of many traders in turn; how long each took. */
function ordersOf({ engine }, traders) {
  return async (place) => {
    const { headers, accountId } = traders[place % traders.length]
    const side = Math.floor(place / traders.length) % 2 === 0 ? 'BUY' : 'SELL'
    const order = { account_id: accountId, symbol: 'BTC-USD', side, kind: 'MARKET', quantity: 0.001 }
    const from = performance.now()
    const { status } = await send(`${engine.url}/v1/order`, 'POST', headers, order)
    return { status, took: performance.now() - from }
  }
}

const tookOf = (results) => results.map(({ took }) => took)
/** By status, such as `200: 6000, 500: 3`. */
function statusesOf(results) {
  const counts = {}
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1
  return Object.entries(counts)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}

async function measureUnderLoad(stack, traders) {
  const hooks = await openMany(stack, 'load', Math.ceil((ALERTS_A_SECOND * SECONDS) / ALERTS_OF_HOOK), true)
  const alert = async (place) => {
    const from = performance.now()
    const url = `${stack.engine.url}/v1/hooks/${hooks[place % hooks.length].token}`
    const { status } = await send(url, 'POST', {}, alertOf(place))
    return { status, took: performance.now() - from }
  }
  const [orders, alerts] = await Promise.all([
    atRate(ORDERS_A_SECOND, SECONDS, ordersOf(stack, traders)),
    atRate(ALERTS_A_SECOND, SECONDS, alert),
  ])
  line(`an alert beside ${ORDERS_A_SECOND} orders a second`, `${spread(tookOf(alerts))}; ${statusesOf(alerts)}`)
  line('the orders', `${spread(tookOf(orders))}; ${statusesOf(orders)}`)
}

async function measureGuessing(stack, traders) {
  const honest = async () => {
    const results = await atRate(HONEST_A_SECOND, SECONDS, ordersOf(stack, traders))
    return { p95: quantile(tookOf(results), 0.95), statuses: statusesOf(results) }
  }
  const before = await honest()
  const guessing = new Worker(new URL(import.meta.url), {
    workerData: { url: stack.engine.url, rate: WRONG_A_SECOND },
  })
  await sleep(1_000)
  const beside = await honest()
  await guessing.terminate()
  await sleep(1_000)
  const after = await honest()
  line(
    `an order beside ${WRONG_A_SECOND} wrong tokens a second, p95`,
    `${ms(before.p95)} before, ${ms(beside.p95)}, ${ms(after.p95)} after: ${(beside.p95 / ((before.p95 + after.p95) / 2)).toFixed(2)}×; ${beside.statuses}`,
  )
}

async function main() {
  const servers = await startServers({ prefix: 'bench-hooks-', isDurable: true })
  try {
    const databaseOf = async (service) => {
      const database = { name: service.replace('-', '_'), password: randomBytes(24).toString('hex') }
      const url = await ensureServiceDatabase(servers.postgres.url, database)
      await migrateService(serviceEntry(service), url)
      return url
    }
    const databases = { wallet: await databaseOf('wallet'), engine: await databaseOf('trading-engine') }
    const { guardian, directory, redis } = servers
    const stack = await startStack({
      ...{ guardian, directory, databases, redisUrl: redis.url },
      settings: { all: SETTINGS },
    })
    const { wallet, serviceToken } = stack
    const needs = {
      databaseUrl: databases.engine,
      redisUrl: redis.url,
      role: 'api',
      wallet: { ...wallet, serviceToken },
    }
    const environment = { ...engineEnvironment(needs), ...SETTINGS }
    const entry = serviceEntry('trading-engine').main
    let starts = 0
    const startBeside = () => startService({ guardian, directory, name: `beside-${starts++}`, entry, environment })
    const beside = await runBeside(startBeside)
    const database = new pg.Pool({ connectionString: databases.engine, max: 1 })
    await measureRepeats(stack, beside, database)
    await database.end()
    await beside.stop()
    const traders = await openMany(stack, 'trader', TRADERS)
    await measureUnderLoad(stack, traders)
    await measureGuessing(stack, traders)
  } finally {
    await servers.stop()
  }
}

await (isMainThread ? main() : guess(workerData))
