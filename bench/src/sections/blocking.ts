/** How long a request blocks the event loop at most: every route of every listener, asked for as much as it gives. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort, serviceEntry, walletEnvironment } from '@ats/local-stack'
import { startEngine, withDatabase, type Bench } from '../bench.js'
import { engineCases, OPERATOR_ENTRY, operatorCases, walletCases, walletInternalCases } from '../blocking/cases.js'
import { createSend, type Send } from '../blocking/http-client.js'
import { measureBlocking, type BlockingMeasurement, type BlockingCase } from '../blocking/measure-blocking.js'
import { ACCOUNTS_OF_USER, FULL_USERS, seedFullAccounts } from '../blocking/seed-full-accounts.js'
import { formatCount, formatMs } from '../report/format.js'
import { table } from '../report/tables.js'
import { startNodeProcess } from '../servers/node-process.js'
import { createWalletDatabase } from '../servers/wallet-database.js'
import type { Section } from './section.js'

const PROBE = ['--require', join(__dirname, '..', 'blocking', 'probe.js')]

/** The longest time that a request may block the event loop. */
const MAX_MS = 10

export const blockingSection: Section = {
  name: 'blocking',
  title: 'how long a request blocks the event loop, every route with its worst input',
  run: async (bench) => {
    const measured = [...(await blockingOfEngine(bench)), ...(await blockingOfWallet(bench))].sort(
      (a, b) => b.turnCpuMs - a.turnCpuMs || b.leastMs - a.leastMs,
    )
    const over = measured.filter(({ turnCpuMs, leastMs }) => (turnCpuMs > 0 ? turnCpuMs : leastMs) > MAX_MS).length
    const notes = [`${measured.length} requests, ${over} over ${MAX_MS} ms`, tableOf(measured)]
    for (const note of notes) bench.progress.note(note)
    return { cells: [], ratios: [], notes }
  },
}

const tableOf = (measured: readonly BlockingMeasurement[]): string =>
  table(
    ['request', 'sent', 'answered', 'CPU of a turn', 'turn, least', 'turn, median', 'CPU'],
    measured.map(({ name, sentBytes, answeredBytes, turnCpuMs, leastMs, medianMs, cpuMs }) => [
      name,
      formatCount(sentBytes),
      formatCount(answeredBytes),
      ...[turnCpuMs, leastMs, medianMs, cpuMs].map(formatMs),
    ]),
  )

/** Without a worker in the same process: only requests are looked at. */
function blockingOfEngine(bench: Bench): Promise<readonly BlockingMeasurement[]> {
  const { rows } = bench.scale.blocking
  return withDatabase(bench, FULL_USERS * ACCOUNTS_OF_USER, FULL_USERS, async (database) => {
    await seedFullAccounts(database, rows)
    const probePort = await findFreePort()
    const engine = await startEngine(bench, database, FULL_USERS + 1, {
      role: 'api',
      receiver: { url: 'https://127.0.0.1:9', caFile: '' },
      environment: {
        PROBE_PORT: String(probePort),
        NODE_ENV: 'development',
        OPERATORS: OPERATOR_ENTRY,
        REQUESTS_PER_MINUTE: '100000',
      },
      nodeArgs: PROBE,
    })
    try {
      const send = createSend(engine.port)
      const internal = createSend(engine.internalPort)
      return [
        ...(await measureCases(bench, send, probePort, '', engineCases(send))),
        ...(await measureCases(bench, internal, probePort, 'operator ', operatorCases(internal))),
        ...(await measureCases(
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

async function blockingOfWallet(bench: Bench): Promise<readonly BlockingMeasurement[]> {
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
      ...(await measureCases(bench, user, probePort, 'wallet ', walletCases(user))),
      ...(await measureCases(bench, internal, probePort, 'wallet, internal ', walletInternalCases(serviceToken, user))),
    ]
  } finally {
    await wallet.stop()
    await database.drop()
  }
}

async function measureCases(
  { scale, progress }: Bench,
  send: Send,
  probePort: number,
  prefix: string,
  cases: readonly BlockingCase[],
): Promise<readonly BlockingMeasurement[]> {
  const documented = await operationsOf(send)
  const missing = documented.filter((id) => !cases.some(({ operationId }) => operationId === id))
  progress.note(`${prefix}not asked: ${missing.join(', ')}`)
  const all: BlockingMeasurement[] = []
  await measureBlocking({ send, probePort }, cases, scale.blocking, (measured) => {
    all.push({ ...measured, name: `${prefix}${measured.name}` })
    progress.note(`${formatMs(measured.turnCpuMs || measured.leastMs).padStart(8)}  ${prefix}${measured.name}`)
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
