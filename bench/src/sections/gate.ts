/** Once with the real gate: every request asks the wallet, a process of its own. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort } from '@ats/local-stack'
import { closed, runCell, withEngine, type Bench } from '../bench.js'
import { createWalletDatabase } from '../servers/wallet-database.js'
import { startNodeProcess } from '../servers/node-process.js'
import { CONNECTIONS, placing, warm } from './contenders.js'
import type { Section, SectionResult } from './section.js'

const KEYS = 300
const SERVICE_ENTRY = join(__dirname, '..', '..', '..', 'services', 'wallet', 'dist', 'main.js')

export const gateSection: Section = {
  name: 'gate',
  title: `POST /v1/order with the wallet asked on every request, ${KEYS} keys`,
  run: async (bench) => {
    const database = await createWalletDatabase(bench.servers.postgres.url, KEYS)
    const serviceToken = randomBytes(24).toString('hex')
    const internalPort = await findFreePort()
    const wallet = await startNodeProcess(bench.servers, {
      name: 'wallet',
      entry: SERVICE_ENTRY,
      environment: {
        NODE_ENV: 'production',
        ALLOW_PLAIN_USER_ID_IN_PRODUCTION: 'true',
        USER_ID_TRUST: 'plain',
        DATABASE_URL: database.url,
        INTERNAL_PORT: String(internalPort),
        SERVICE_TOKENS: serviceToken,
        WEBHOOK_SECRET_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      },
      readyPath: '/readyz',
    })
    try {
      return await placeThroughGate(bench, { walletUrl: `http://127.0.0.1:${internalPort}`, serviceToken })
    } finally {
      await wallet.stop()
      await database.drop()
    }
  },
}

const placeThroughGate = (
  bench: Bench,
  gate: { readonly walletUrl: string; readonly serviceToken: string },
): Promise<SectionResult> =>
  withEngine(bench, { accounts: bench.scale.accounts, users: KEYS, gate }, async (engine) => {
    await warm(bench, engine)
    const workload = { kind: 'place', accounts: engine.accounts } as const
    const few = 'order through the wallet, 16 connections'
    const many = `order through the wallet, ${CONNECTIONS} connections`
    const cells = [await runCell(bench, few, engine, workload, closed(16)), await placing(bench, engine, many).run()]
    return { cells, ratios: [], notes: [] }
  })
