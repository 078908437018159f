/** How long a request holds the event loop at most: every route of every listener, asked for as much as it gives. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort, serviceEntry, walletEnvironment } from '@ats/local-stack'
import { startEngine, withDatabase, type Bench } from '../bench.js'
import { engineCases, OPERATOR_TOKEN, operatorCases, walletCases, walletInternalCases } from '../holds/cases.js'
import { createSend, type Send } from '../holds/http-client.js'
import { measureHolds, type HoldMeasurement, type HoldCase } from '../holds/measure-holds.js'
import { ACCOUNTS_OF_USER, HOLD_USERS, seedHolds } from '../holds/seed-holds.js'
import { formatCount, formatMs } from '../report/format.js'
import { table } from '../report/tables.js'
import { startNodeProcess } from '../servers/node-process.js'
import { createWalletDatabase } from '../servers/wallet-database.js'
import type { Section } from './section.js'

const PROBE = ['--require', join(__dirname, '..', 'holds', 'probe.js')]

/** The longest time that a request may block the event loop. */
const MAX_MS = 10

export const holdsSection: Section = {
  name: 'holds',
  title: 'how long a request holds the event loop, every route with its worst input',
  run: async (bench) => {
    const held = [...(await holdsOfEngine(bench)), ...(await holdsOfWallet(bench))].sort(
      (a, b) => b.turnCpuMs - a.turnCpuMs || b.leastMs - a.leastMs,
    )
    const over = held.filter(({ turnCpuMs, leastMs }) => (turnCpuMs > 0 ? turnCpuMs : leastMs) > MAX_MS).length
    const notes = [`${held.length} requests, ${over} over ${MAX_MS} ms`, tableOf(held)]
    for (const note of notes) bench.progress.note(note)
    return { cells: [], ratios: [], notes }
  },
}

const tableOf = (held: readonly HoldMeasurement[]): string =>
  table(
    ['request', 'sent', 'answered', 'CPU of a turn', 'hold, least', 'hold, median', 'CPU'],
    held.map(({ name, sentBytes, answeredBytes, turnCpuMs, leastMs, medianMs, cpuMs }) => [
      name,
      formatCount(sentBytes),
      formatCount(answeredBytes),
      ...[turnCpuMs, leastMs, medianMs, cpuMs].map(formatMs),
    ]),
  )

/** Without a worker in the same process: only requests are looked at. */
function holdsOfEngine(bench: Bench): Promise<readonly HoldMeasurement[]> {
  const { rows } = bench.scale.holds
  return withDatabase(bench, HOLD_USERS * ACCOUNTS_OF_USER, HOLD_USERS, async (database) => {
    await seedHolds(database, rows)
    const probePort = await findFreePort()
    const engine = await startEngine(bench, database, HOLD_USERS + 1, {
      role: 'api',
      receiver: { url: 'https://127.0.0.1:9', caFile: '' },
      environment: {
        PROBE_PORT: String(probePort),
        NODE_ENV: 'development',
        OPERATOR_TOKENS: OPERATOR_TOKEN,
        REQUESTS_PER_MINUTE: '100000',
      },
      nodeArgs: PROBE,
    })
    try {
      const send = createSend(engine.port)
      const internal = createSend(engine.internalPort)
      return [
        ...(await holdsOf(bench, send, probePort, '', engineCases(send))),
        ...(await holdsOf(bench, internal, probePort, 'operator ', operatorCases(internal))),
        ...(await holdsOf(
          bench,
          send,
          probePort,
          '',
          engineCases(send).filter(({ operationId }) => operationId === 'listPlans'),
        )),
      ]
    } finally {
      await engine.stop()
    }
  })
}

async function holdsOfWallet(bench: Bench): Promise<readonly HoldMeasurement[]> {
  const database = await createWalletDatabase(bench.servers.postgres.url, 1)
  const serviceToken = randomBytes(24).toString('hex')
  const probePort = await findFreePort()
  const wallet = await startNodeProcess(bench.servers, {
    name: 'wallet',
    entry: serviceEntry('wallet').main,
    environment: {
      ...walletEnvironment({ databaseUrl: database.url, redisUrl: null, serviceToken }),
      PROBE_PORT: String(probePort),
    },
    nodeArgs: PROBE,
  })
  try {
    const user = createSend(wallet.port)
    const internal = createSend(wallet.internalPort)
    return [
      ...(await holdsOf(bench, user, probePort, 'wallet ', walletCases(user))),
      ...(await holdsOf(bench, internal, probePort, 'wallet, internal ', walletInternalCases(serviceToken, user))),
    ]
  } finally {
    await wallet.stop()
    await database.drop()
  }
}

async function holdsOf(
  { scale, progress }: Bench,
  send: Send,
  probePort: number,
  prefix: string,
  cases: readonly HoldCase[],
): Promise<readonly HoldMeasurement[]> {
  const documented = await operationsOf(send)
  const missing = documented.filter((id) => !cases.some(({ operationId }) => operationId === id))
  progress.note(`${prefix}not asked: ${missing.join(', ')}`)
  const all: HoldMeasurement[] = []
  await measureHolds({ send, probePort }, cases, scale.holds, (held) => {
    all.push({ ...held, name: `${prefix}${held.name}` })
    progress.note(`${formatMs(held.turnCpuMs || held.leastMs).padStart(8)}  ${prefix}${held.name}`)
  })
  return all
}

async function operationsOf(send: Send): Promise<readonly string[]> {
  const { text } = await send({ method: 'GET', path: '/openapi.json' })
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { operationId?: string }>> }
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
  )
}
