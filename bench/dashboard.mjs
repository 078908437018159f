// How fast the dashboard is, and what it costs the engine, against `npm start` with data of its own:
//   node bench/dashboard.mjs [start] [pages] [rows] [gateway] [streams]
// After `npm run build` and `npm ci --prefix release`; pages and rows need Debian's chromium.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { awaitRunning, makeInstallation, startLauncher } from '../packages/local-stack/dist/index.js'

const ROOT = join(import.meta.dirname, '..')
const ALL = ['start', 'pages', 'rows', 'gateway', 'streams']
const asked = process.argv.length > 2 ? process.argv.slice(2) : ALL
const { ROUNDS = '3', STREAMS = '300', SECONDS = '10' } = process.env

const line = (name, text) => console.log(`${name.padEnd(44)} ${text}`)
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)]
const median = (values) => quantile(values, 0.5)

/** `npm start` on an empty folder; `seconds` from the start of the process until it says that it is ready. */
async function start() {
  const installation = await makeInstallation()
  const startedAt = performance.now()
  const launcher = startLauncher(installation, {
    STREAMS_PER_SESSION: '3',
    // Each page is opened by a browser of its own, which logs in for itself.
    LOGINS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE_PER_SESSION: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
  })
  await awaitRunning(launcher)
  const seconds = (performance.now() - startedAt) / 1000
  const read = (name) => JSON.parse(readFileSync(join(installation.dataDir, name), 'utf8'))
  return {
    ...{ seconds, demo: read('demo.json'), secrets: read('secrets.json') },
    pids: Object.fromEntries(read('lock.json').children.map(({ name, process: { pid } }) => [name, pid])),
    url: installation.dashboardUrl,
    engine: installation.engineUrl,
    async stop() {
      launcher.signalGroup('SIGINT')
      await launcher.ended
      installation.remove()
    },
  }
}

const agent = new Agent({ keepAlive: true })

function send(url, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, agent, headers: { 'content-type': 'application/json', ...headers } },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (chunk) => (text += chunk))
        incoming.on('end', () => resolve({ status: incoming.statusCode, text }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function timed(run) {
  const startedAt = performance.now()
  const { status, text } = await run()
  if (status !== 200) throw new Error(`answered ${status}: ${text}`)
  return performance.now() - startedAt
}

async function pageHeaders(stack, user) {
  const { createSealer } = await import('../packages/dashboard/dist/session/sealer.js')
  const seconds = Math.floor(Date.now() / 1000)
  const times = { authTime: seconds, createdAt: seconds, seenAt: seconds }
  const session = { sid: `bench-${user}`, user, roles: ['trader'], login: 'oidc', ...times }
  const cookie = `session=${await createSealer([stack.secrets.sessionSecret], 'session').seal(session)}`
  return { cookie, 'sec-fetch-site': 'same-origin', 'x-dashboard': '1' }
}

async function measureStart() {
  const rounds = []
  for (let round = 0; round < Number(ROUNDS); round += 1) {
    const stack = await start()
    rounds.push(stack.seconds)
    await stack.stop()
  }
  line('first start', `${rounds.map((seconds) => seconds.toFixed(1)).join(', ')} s (target 10)`)
}

async function openChromium() {
  const { chromium } = createRequire(join(ROOT, 'release/package.json'))('playwright-core')
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
}

const VITALS = `
  globalThis.vitals = { lcp: 0, cls: 0 }
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) vitals.lcp = startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) vitals.cls += value })
    .observe({ type: 'layout-shift', buffered: true })`

async function measurePages(stack) {
  const browser = await openChromium()
  const { accountId } = stack.demo
  for (const path of [
    '/accounts',
    `/accounts/${accountId}`,
    '/market',
    '/market/GMX/BTC-USD',
    '/developers',
    '/firm',
  ]) {
    const seen = []
    for (let round = 0; round < Number(ROUNDS); round += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      await page.addInitScript(VITALS)
      await page.goto(stack.url + path)
      await page.locator('h1').first().waitFor()
      await page.locator('.mantine-Skeleton-root, [aria-busy=true]').first().waitFor({ state: 'detached' })
      await page.waitForTimeout(1_000)
      seen.push(await page.evaluate('vitals'))
      await context.close()
    }
    const [lcp, cls] = [median(seen.map((each) => each.lcp)), Math.max(...seen.map((each) => each.cls))]
    line(path.replace(accountId, ':id'), `LCP ${lcp.toFixed(0)} ms (target 1000), CLS ${cls.toFixed(3)} (target 0.05)`)
  }
  await browser.close()
}

const ROWS = 10_000
const CHANGES = 1_000

/** A list of 10,000 positions, which is scrolled while the account's figures change 1,000 times a second. */
async function measureRows(stack) {
  const browser = await openChromium()
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const { accountId, key, secret } = stack.demo
  const headers = { 'x-api-key': key, 'x-api-secret': secret }
  const order = { account_id: accountId, symbol: 'BTC-USD', side: 'BUY', quantity: 0.01, kind: 'MARKET' }
  await send(`${stack.engine}/v1/order`, { method: 'POST', headers, body: order })
  const [position] = JSON.parse(
    (await send(`${stack.engine}/v1/account/${accountId}/positions?decimals=string`, { headers })).text,
  )
  const summary = JSON.parse(
    (await send(`${stack.engine}/v1/account/${accountId}/summary?decimals=string`, { headers })).text,
  )
  const body = JSON.stringify(Array.from({ length: ROWS }, (_, row) => ({ ...position, id: `${position.id}-${row}` })))
  const leader = await context.newPage()
  await leader.goto(`${stack.url}/accounts`)
  await leader.getByText('Live', { exact: true }).waitFor()
  const page = await context.newPage()
  let isServed = false
  await page.route(/\/positions\?/, (route) => {
    // Once: to read ten thousand rows again every two seconds is no part of this.
    if (isServed) return
    isServed = true
    return route.fulfill({ contentType: 'application/json', body })
  })
  await page.goto(`${stack.url}/accounts/${accountId}`)
  await page.getByText('10,000 rows').waitFor()
  const seconds = Number(SECONDS)
  const seen = await page.evaluate(`new Promise((resolve) => {
    const scroller = document.querySelector('[role=group][tabindex="0"]')
    const channel = new BroadcastChannel('live demo')
    const feed = new BroadcastChannel('live demo')
    const summary = ${JSON.stringify(summary)}
    const [frames, startedAt] = [[], performance.now()]
    let [rows, sent, last] = [0, 0, startedAt]
    const step = (now) => {
      frames.push(now - last)
      last = now
      rows = Math.max(rows, document.querySelectorAll('tbody tr[data-index]').length)
      const due = Math.floor((performance.now() - startedAt) * ${CHANGES} / 1000)
      for (; sent < due; sent += 1) {
        const value = { ...summary, equity: String(100_000 + sent / 100) }
        feed.postMessage({ type: 'values', entries: [['summary:${accountId}', { value, at: Date.now() + sent }]] })
      }
      scroller.scrollTop += 60
      if (now - startedAt < ${seconds * 1000}) return requestAnimationFrame(step)
      channel.close()
      resolve({ rows, sent, seconds: (now - startedAt) / 1000, frames: frames.slice(1) })
    }
    requestAnimationFrame(step)
  })`)
  await browser.close()
  const { rows, sent, frames } = seen
  line(
    `${ROWS} rows, ${Math.round(sent / seen.seconds)} changes/s`,
    `${(frames.length / seen.seconds).toFixed(1)} frames/s (target 55), worst ${Math.max(...frames).toFixed(0)} ms`,
  )
  line('rows in the page', `${rows} (target 40)`)
}

async function measureGateway(stack) {
  const { accountId, key, secret } = stack.demo
  const [page, bot] = [await pageHeaders(stack, 'demo'), { 'x-api-key': key, 'x-api-secret': secret }]
  for (const path of ['/v1/price?symbol=BTC-USD', `/v1/account/${accountId}/risk`]) {
    const [direct, through] = [[], []]
    for (let round = 0; round < 600; round += 1) {
      direct.push(await timed(() => send(stack.engine + path, { headers: bot })))
      through.push(await timed(() => send(`${stack.url}/api/engine${path}`, { headers: page })))
    }
    const [a, b] = [direct, through].map((values) => median(values.slice(100)))
    line(
      `GET ${path.replace(accountId, ':id')}`,
      `p50 ${a.toFixed(2)} ms, by the gateway ${b.toFixed(2)} ms: + ${(b - a).toFixed(2)} (target 2)`,
    )
  }
}

/** Seconds of CPU that a process has used. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Orders one after the other, twenty a second; what the engine used in that time. */
async function measureOrders(stack) {
  const { accountId, key, secret } = stack.demo
  const [cpu, startedAt, times] = [cpuOf(stack.pids['trading-engine']), performance.now(), []]
  for (let count = 0; performance.now() - startedAt < Number(SECONDS) * 1000; count += 1) {
    const body = {
      account_id: accountId,
      symbol: 'BTC-USD',
      side: count % 2 === 0 ? 'BUY' : 'SELL',
      quantity: 0.01,
      kind: 'MARKET',
    }
    const headers = { 'x-api-key': key, 'x-api-secret': secret }
    times.push(await timed(() => send(`${stack.engine}/v1/order`, { method: 'POST', headers, body })))
    await sleep(Math.max(0, startedAt + (count + 1) * 50 - performance.now()))
  }
  const seconds = (performance.now() - startedAt) / 1000
  return { times, cores: (cpuOf(stack.pids['trading-engine']) - cpu) / seconds }
}

/** Opens a stream for each of these headers, in a process of their own. */
async function openStreams(stack, users) {
  const { hostname, port, host } = new URL(stack.url)
  const requests = users.map((headers) => {
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
    return `GET /api/engine/v1/accounts/stream HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  })
  const readers = fork(join(import.meta.dirname, 'dashboard-readers.mjs'))
  readers.send({ place: { host: hostname, port: Number(port) }, requests })
  const [opened] = await Promise.race([once(readers, 'message'), once(readers, 'exit')])
  if (opened !== users.length) throw new Error('the streams were not opened')
  return readers
}

/** What it takes to open many at once is over by then: what is measured is that they are open. */
const SETTLED_MS = 3_000

/** Each dashboard is of a user of its own, with an account that has a position. */
async function measureStreams(stack) {
  const users = []
  for (let count = 0; count < Number(STREAMS); count += 1) {
    const headers = await pageHeaders(stack, `user-${count}`)
    const api = `${stack.url}/api/engine/v1`
    const opened = await send(`${api}/accounts`, { method: 'POST', headers, body: { plan_id: 'standard-100k' } })
    const { id } = JSON.parse(opened.text)
    const body = { account_id: id, symbol: 'ETH-USD', side: 'BUY', quantity: 1, kind: 'MARKET' }
    await send(`${api}/order`, { method: 'POST', headers, body })
    users.push(headers)
  }
  const [before, beside, after] = [[], [], []]
  const gateway = []
  for (let round = 0; round < Number(ROUNDS); round += 1) {
    before.push(await measureOrders(stack))
    const readers = await openStreams(stack, users)
    await sleep(SETTLED_MS)
    const cpu = cpuOf(stack.pids.dashboard)
    beside.push(await measureOrders(stack))
    gateway.push((cpuOf(stack.pids.dashboard) - cpu) / Number(SECONDS))
    const closed = once(readers, 'exit')
    readers.disconnect()
    await closed
    await sleep(SETTLED_MS)
    after.push(await measureOrders(stack))
  }
  const cores = median(beside.map((each, round) => each.cores - (before[round].cores + after[round].cores) / 2))
  line(`${STREAMS} open dashboards, engine`, `+ ${cores.toFixed(2)} of a core (target 0.3)`)
  line(`${STREAMS} open dashboards, gateway`, `${median(gateway).toFixed(2)} of a core`)
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ]) {
    // Of all rounds together: of one alone it would be that of the two slowest orders.
    const of = (...measured) =>
      quantile(
        measured.flat().flatMap(({ times }) => times),
        share,
      )
    const alone = of(before, after)
    line(
      `${name} of an order beside them`,
      `${of(beside).toFixed(1)} ms, ${(of(beside) / alone).toFixed(2)} ×${share === 0.99 ? ' (target 1.3)' : ''}, ` +
        `alone ${alone.toFixed(1)} ms, where one half is ${(of(after) / of(before)).toFixed(2)} × the other`,
    )
  }
}

const PARTS = { pages: measurePages, rows: measureRows, gateway: measureGateway, streams: measureStreams }

if (asked.includes('start')) await measureStart()
const parts = ALL.filter((name) => name !== 'start' && asked.includes(name))
if (parts.length > 0) {
  const stack = await start()
  try {
    for (const name of parts) await PARTS[name](stack)
  } finally {
    await stack.stop()
  }
}
agent.destroy()
