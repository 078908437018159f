/** Runs of the laboratory for tests: the real engine of a run, over real HTTP. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateCredentials } from '@ats/contracts'
import { listen } from '@ats/service-kit/http'
import { createLogger } from '@ats/service-kit/process'
import { apiClient, type ApiClient } from '@ats/test-kit'
import { composeRun, type ComposedRun } from '../../../src/compose/lab/compose-run.js'
import type { NewsEvent } from '../../../src/core/model/plan/news-event.js'
import type { Program } from '../../../src/core/model/program/program.js'
import type { Plan } from '../../../src/core/model/plan/plan.js'
import { tickAt, TICK_MICROS } from '../../../src/core/values/tick.js'
import { parseTimestamp, type Micros } from '../../../src/core/values/time.js'
import { openMemoryPostgres, type MemoryPostgres } from '../../../src/lab/run/memory-postgres.js'
import { keepTemplate } from '../../../src/lab/run/template.js'
import type { Tape } from '../../../src/lab/tapes/tape.js'
import { loadCatalogue } from '../../../src/market/catalogue.js'
import { accountCalls, type AccountCalls } from '../account-calls.js'
import { aPlan } from '../plans/plans.js'

const RUN_KEY = generateCredentials()
export const STARTS = '2026-03-02T09:00:00Z'

/** Kept beside the packages: it takes seconds. */
export const TEMPLATES = join(__dirname, '../../../../../node_modules/.cache/ats-lab')
/** The path of the files that databases of runs begin with. */
export const theTemplate = (): Promise<string> => keepTemplate(join(__dirname, '../../../migrations'), TEMPLATES)

/** Databases of runs that have ended, for the next of this file: to open another takes longer than most runs. */
const cleared: MemoryPostgres[] = []
afterAll(async () => {
  await Promise.all(cleared.splice(0).map((database) => database.again(() => 0).close()))
})

export const aDatabase = async (): Promise<MemoryPostgres> =>
  cleared.pop() ?? openMemoryPostgres(await readFile(await theTemplate()), () => 0)

/** Makes the database what it was, as the laboratory does between runs (run.integration.test.ts). */
export async function clearDatabase(database: MemoryPostgres): Promise<void> {
  await database.clear()
  cleared.push(database)
}

/** BTC-USD, a price each `everyMs` from the start on. */
export function aTape(prices: readonly number[], everyMs = 1_000): Tape {
  const { tickSize, primaryVenue: venue } = loadCatalogue().find('BTC-USD') ?? {}
  if (tickSize === undefined || venue === undefined) throw new Error('BTC-USD is in the catalogue')
  const steps = (price: number): number => Math.round((price * 1e18) / Number(tickSize))
  return {
    firstTick: tickAt(momentOf(STARTS)),
    series: [
      {
        ...{ symbol: 'BTC-USD', venue, tickSize, spreads: null, flags: null, funding: [] },
        slots: Uint32Array.from(prices, (_, row) => (row * everyMs * 1_000) / TICK_MICROS),
        prices: Uint32Array.from(prices, steps),
      },
    ],
  }
}

export function momentOf(text: string): Micros {
  const at = parseTimestamp(text)
  if (at === null) throw new Error(text)
  return at
}

interface Opened {
  readonly id: string
  readonly account_id?: string
  readonly created_at: string
}

/** The rules of a run; without a program it is an account of its first plan. */
interface RunRules {
  readonly plans: readonly Plan[]
  readonly program?: Program
  readonly news?: readonly NewsEvent[]
}

interface StartedRun extends Omit<ComposedRun, 'close'>, AccountCalls {
  readonly api: ApiClient
  readonly accountId: string
  readonly challengeId: string | null
  readonly openedAt: string
}

/** A run with an account, as long as it is used. */
export async function inRun<T>(
  tape: Tape,
  use: (run: StartedRun) => Promise<T>,
  rules: Plan | RunRules = aPlan(),
): Promise<T> {
  const { plans, program, ...rest } = 'plans' in rules ? rules : { plans: [rules] }
  const run = await composeRun({
    ...{ database: await aDatabase(), tape, startsAt: momentOf(STARTS), plans, key: RUN_KEY },
    ...{ program: program ?? null, ...rest },
    ...{ seed: Buffer.alloc(32, 7), logger: createLogger({ service: 'lab', level: 'warn' }) },
  })
  const server = await listen(run.app, { host: '127.0.0.1', port: 0 })
  const api = apiClient({ baseUrl: `http://127.0.0.1:${server.port}`, openapi: run.engine.openapi() }).with({
    'x-api-key': RUN_KEY.key,
    'x-api-secret': RUN_KEY.secret,
  })
  try {
    const opened = await (program === undefined
      ? api.post<Opened>('/v1/accounts', { body: { plan_id: plans[0]?.id } })
      : api.post<Opened>('/v1/challenges', { body: { program_id: program.id } }))
    if (opened.status !== 201) throw new Error(opened.text)
    const { id, account_id: accountId = id, created_at: openedAt } = opened.body
    const challengeId = program === undefined ? null : id
    return await use({ ...run, ...{ api, accountId, challengeId, openedAt }, ...accountCalls({ api, accountId }) })
  } finally {
    await server.close(0)
    await run.close()
    await clearDatabase(run.database)
  }
}
