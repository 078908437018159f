/**
 * Does before the process is ready what its first orders would otherwise wait for: opens connections, has Postgres plan
 * the statements and Redis keep the script of the budgets, and decides orders on an account that is in memory alone,
 * for that compiles their code. Writes nothing.
 */
import { BY_SYSTEM } from '../core/model/order/origin.js'
import { settleWithin } from '@ats/service-kit/async'
import { loadSteps, type Redis } from '@ats/service-kit/db'
import type { Pool, PoolClient } from 'pg'
import { createAccountQueue } from '../commands/pipeline/account-queue.js'
import type { Idempotency } from '../commands/pipeline/idempotency.js'
import type { CommandDependencies } from '../commands/pipeline/command.js'
import { createRunCommand } from '../commands/pipeline/run-command.js'
import { placeOrder } from '../commands/place-order.js'
import { openAccount } from '../core/decide/open-account.js'
import type { Plan } from '../core/model/plan/plan.js'
import { ONE } from '../core/values/decimal.js'
import { toPlaceOrder } from '../http/schemas/to-order-command.js'
import { createAccountCache } from '../store/accounts/account-cache.js'
import type { AccountReader } from '../store/accounts/load-account.js'
import { listPlans } from '../store/operator/plans.js'
import { execute, writeQuery } from '../store/write/execute-write.js'
import type { Write } from '../store/write/write-statement.js'
import { asNumber } from '../wire/decimals.js'

export interface WarmUpOptions extends Pick<CommandDependencies, 'pool' | 'shareTexts' | 'getContext'> {
  readonly writePool: Pool
  readonly reader: AccountReader
  readonly redis: Redis | null
  /** The most that a start takes longer. */
  readonly withinMs: number
}

/** Postgres settles on the plan of a statement with the sixth time that a connection runs it. */
const TIMES = 6
const READERS = 4
const WRITERS = 2
/** A write statement that tells other processes is another one: with the name of a sender. */
const SENDERS = [null, 'warm-up']
const ORDERS = 300
const ORDERS_AN_ACCOUNT = 20
const OWNER = { userId: 'warm-up', challengeId: null, name: null, defaultVenue: null }

/** Never rejects: for what cannot be had in time the first orders wait. */
export async function warmUp(options: WarmUpOptions): Promise<void> {
  const { redis, withinMs } = options
  const endsAt = performance.now() + withinMs
  const parts = [warmReads(options), warmOrders(options, () => performance.now() < endsAt), redis && loadSteps(redis)]
  await Promise.all(parts.map((part) => settleWithin(Promise.resolve(part), withinMs)))
}

async function warmReads({ pool, reader, getContext }: WarmUpOptions): Promise<void> {
  await onClients(pool, READERS, async (client) => {
    for (let time = 0; time < TIMES; time += 1) await reader.read(client, [getContext().newId()])
  })
}

/** The first of the orders are sent to Postgres too, which stores none: it knows no such account. */
async function warmOrders(options: WarmUpOptions, isInTime: () => boolean): Promise<void> {
  const [plan] = await listPlans(options.pool)
  if (plan === undefined) return
  await onClients(options.writePool, WRITERS, async (client) => {
    let sends = 0
    const store = async (write: Write): Promise<void> => {
      const sender = SENDERS[sends % SENDERS.length] ?? null
      const query = await writeQuery([write], { skipsLocked: true, sender, timeoutMs: options.withinMs })
      if (sends++ < TIMES * SENDERS.length) await execute(client, query, 1)
    }
    await placeInMemory(options, plan, store, isInTime)
  })
}

async function placeInMemory(
  { pool, reader, shareTexts, getContext }: WarmUpOptions,
  plan: Plan,
  store: (write: Write) => Promise<void>,
  isInTime: () => boolean,
): Promise<void> {
  const contexts = createAccountCache({ pool, reader, mayHaveMoved: () => false, onLookup: () => undefined })
  const runCommand = createRunCommand({
    ...{ pool, contexts, shareTexts, getContext, waitMs: 1_000 },
    queue: createAccountQueue({ total: 1, perAccount: 1 }),
    writer: {
      write: (write) => store(write).then(() => 'stored'),
      lockAccount: () => Promise.reject(new Error('nobody else has the account')),
    },
    idempotency: WITHOUT_TWINS,
    onCommitted: () => undefined,
    onDecided: () => undefined,
  })
  let accountId = ''
  for (let order = 0; order < ORDERS && isInTime(); order += 1) {
    if (order % ORDERS_AN_ACCOUNT === 0) {
      const { account } = openAccount({ ...OWNER, plan }, getContext())
      contexts.put(account)
      accountId = account.id
    }
    const terms = TERMS[order % TERMS.length] ?? TERMS[0]
    const body = { account_id: accountId, symbol: 'BTC-USD', quantity: ONE / 100n, ...terms }
    const request = { userId: OWNER.userId, origin: BY_SYSTEM, accountId, write: asNumber }
    await placeOrder(runCommand, { ...request, order: toPlaceOrder(body) })
    await new Promise(setImmediate)
  }
}

const WITHOUT_TWINS: Idempotency = {
  once: (_attempt, run) => run(),
  onceEach: (attempts, run) => run([...attempts.keys()]),
  replay: () => Promise.resolve(null),
  replays: () => Promise.resolve(new Map()),
}

const TERMS = [
  { side: 'BUY', kind: 'MARKET' },
  { side: 'SELL', kind: 'MARKET' },
  { side: 'BUY', kind: 'LIMIT', price: 1_000n * ONE },
] as const

async function onClients(pool: Pool, count: number, work: (client: PoolClient) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      const client = await pool.connect()
      try {
        await work(client)
      } finally {
        client.release()
      }
    }),
  )
}
