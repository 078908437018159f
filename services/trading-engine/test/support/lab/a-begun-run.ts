/** A run as its own process has it, in this one: with its gate, its faults and its log. */
import { generateCredentials, generateWebhookSecret } from '@ats/contracts'
import { createLogger } from '@ats/service-kit/process'
import { beginRun, type BeginOptions, type BegunRun } from '../../../src/compose/lab/begin-run.js'
import type { Plan } from '../../../src/core/model/plan/plan.js'
import { price } from '../../../src/core/values/decimal.js'
import type { Micros } from '../../../src/core/values/time.js'
import type { RunRecipe } from '../../../src/lab/run/recipe.js'
import type { MemoryPostgres } from '../../../src/lab/run/memory-postgres.js'
import { aPlan } from '../plans/plans.js'
import { aDatabase, clearDatabase, momentOf, STARTS, theTemplate } from './a-run.js'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, never>
}

export interface UsedRun extends BegunRun {
  readonly accountId: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly send: (method: string, path: string, body?: object) => Promise<Answer>
  /** Moves its clock to so many seconds after its beginning. */
  readonly moveTo: (seconds: number) => Promise<unknown>
}

export const after = (seconds: number): Micros => momentOf(STARTS) + seconds * 1_000_000

/** BTC-USD, a price each second. */
export const recipeOf = (prices: readonly number[], fields: Partial<RunRecipe> = {}): RunRecipe => ({
  ...{
    plans: [aPlan()] as readonly Plan[],
    program: null,
    copied: null,
    from: null,
    to: null,
    news: [],
    seed: 1,
    pace: 'LOCKSTEP',
  },
  ...{ faults: [], latency: null, webhookUrl: null },
  tape: {
    model: 'TICKS',
    series: [
      {
        ...{ symbol: 'BTC-USD', venue: null },
        points: prices.map((of, second) => [after(second), price(BigInt(of) * 10n ** 18n)] as const),
      },
    ],
  },
  ...fields,
})

/** The secret that webhooks of these runs are signed with. */
export const SIGNING_SECRET = generateWebhookSecret()

/** `before`: a clear database, which stays open and is not cleared; else it has one of this file. */
export async function inBegunRun<T>(
  recipe: RunRecipe,
  use: (run: UsedRun) => Promise<T>,
  before: MemoryPostgres | null = null,
  options: Pick<BeginOptions, 'patience'> = {},
): Promise<T> {
  const template = await theTemplate()
  const { key, secret } = generateCredentials()
  const logger = createLogger({ service: 'lab', level: 'silent' })
  const webhookSecret = recipe.webhookUrl === null ? null : SIGNING_SECRET
  const database = before ?? (await aDatabase())
  const begun = await beginRun(
    { recipe, key, secret, webhookSecret, name: null, template },
    { logger, database, ...options },
  ).catch(async (error: unknown) => {
    if (before === null) await clearDatabase(database.again(() => 0))
    throw error
  })
  const url = `http://127.0.0.1:${begun.begun.port}`
  const headers = { 'X-API-Key': key, 'X-API-Secret': secret, 'Content-Type': 'application/json' }
  try {
    return await use({
      ...begun,
      ...{ url, headers, accountId: begun.begun.accountId },
      async send(method, path, body) {
        const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        return {
          ...{ status: response.status, headers: response.headers },
          body: (await response.json()) as Record<string, never>,
        }
      },
      moveTo: (seconds) => begun.move({ to: after(seconds), ticksMax: Infinity, isAwaited: () => false }),
    })
  } finally {
    await begun.close()
    if (before === null) await clearDatabase(begun.run.database)
  }
}
