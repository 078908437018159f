/** One scenario's engines, accounts, bots and history; whatever the fault, it ends with the same checks. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineRole } from '@ats/local-stack'
import { startFaultProxy, type FaultProxy } from '@ats/test-kit'
import { readBack, type BotOptions, type Replica } from '../bots/bot.js'
import { runBot } from '../bots/run-bot.js'
import { openHistory, type History } from '../bots/history.js'
import { createSender } from '../bots/http.js'
import { INSTRUMENTS } from '../bots/instruments.js'
import { chooseStep, createBotAccount, type BotAccount, type ChooseStep } from '../bots/steps.js'
import { check, type CheckResult } from '../checker/check.js'
import { acknowledgements, foldHistory, readAcknowledgement, type Operation } from '../checker/operations.js'
import { takeSnapshot } from '../checker/snapshot.js'
import { botKey, type BotKey } from '../engine/keys.js'
import { startEngine, type SupervisedEngine } from '../stack/supervised-engine.js'
import { PLAN_ID } from '../stack/plan.js'
import { startHaproxy, type RunningHaproxy } from '../stack/haproxy.js'
import { atPort, type Stack } from '../stack/stack.js'
import type { ScenarioContext } from './scenario.js'

export interface TestBedOptions {
  readonly name: string
  readonly engines?: 1 | 2
  /** Processes that let the market act; the engines then only answer. */
  readonly workers?: number
  /** Chooses the requests of the bots; by default most orders match immediately or rest far from the market. */
  readonly choose?: ChooseStep
  /** The engines reach Postgres through a proxy. */
  readonly isProxied?: boolean
  readonly bots?: number
  readonly accountsPerBot?: number
  /** All bots are one user and trade the same accounts. */
  readonly isShared?: boolean
  readonly readBack?: number
  readonly pauseMs?: number
  readonly requestsPerMinute?: number
  /** How long engines serve on after SIGTERM. */
  readonly drainMs?: number
  /** How haproxy, where there is one, balances: by default in turns, so that replicas race for the same accounts. */
  readonly balance?: 'as configured'
}

export interface TestBed {
  readonly engines: readonly [SupervisedEngine, ...SupervisedEngine[]]
  readonly workers: readonly SupervisedEngine[]
  readonly replicas: readonly [Replica, ...Replica[]]
  readonly proxy: FaultProxy
  /** Null: bots talk to the engines themselves. */
  readonly haproxy: RunningHaproxy | null
  readonly bots: readonly BotOptions[]
  readonly accounts: readonly BotAccount[]
  readonly history: History
  /** Lets the bots trade while the faults are injected, and until each has its last answer. */
  trade(inject: () => Promise<void>): Promise<void>
  verify(): Promise<{ readonly operations: readonly Operation[]; readonly checks: readonly CheckResult[] }>
  close(): Promise<void>
}

const DEFAULTS = { engines: 1, bots: 8, accountsPerBot: 2, readBack: 0.1, pauseMs: 10 } as const
/** Acknowledged orders looked up on every replica in the end. */
const FINAL_READS = 100

export async function openTestBed(context: ScenarioContext, options: TestBedOptions): Promise<TestBed> {
  const { stack } = context
  const proxy = await startFaultProxy({ targetPort: Number(new URL(stack.databaseUrl).port) })
  const databaseUrl = options.isProxied ? atPort(stack.databaseUrl, proxy.port) : stack.databaseUrl
  const { isReplicated } = context
  const workerCount = options.workers ?? (isReplicated ? 2 : 0)
  const engineCount = isReplicated ? 2 : (options.engines ?? DEFAULTS.engines)
  const [engines, workers] = await Promise.all([
    startEngines(
      stack,
      options,
      databaseUrl,
      isReplicated,
      ['a', 'b'].slice(0, engineCount),
      workerCount > 0 ? 'api' : 'all',
    ),
    startEngines(
      stack,
      options,
      databaseUrl,
      isReplicated,
      Array.from({ length: workerCount }, (_, index) => `worker-${index + 1}`),
      'worker',
    ),
  ])
  const haproxy = isReplicated ? await startFront(stack, options, engines) : null
  const entrances = haproxy === null ? engines : ['first', 'second'].map((name) => ({ name, baseUrl: haproxy.baseUrl }))
  const senders = entrances.map(({ name, baseUrl }) => ({ name, ...createSender(baseUrl) }))
  const replicas = atLeastOne(senders)
  const history = openHistory(join(stack.directory, `${options.name}.ndjson`))
  const prices = await readPrices(replicas[0])
  const bots = await createBots(context, options, replicas, history, prices)
  const accounts = [...new Set(bots.flatMap((bot) => [...bot.accounts]))]

  return {
    engines: atLeastOne(engines),
    workers,
    replicas,
    proxy,
    haproxy,
    bots,
    accounts,
    history,
    async trade(inject) {
      let isOver = false
      const trading = bots.map((bot) => runBot(bot, () => isOver))
      try {
        await inject()
      } finally {
        isOver = true
        await Promise.all(trading)
      }
    },
    async verify() {
      await readAllBack(bots, replicas, history)
      await settle(stack)
      const operations = foldHistory(history.lines)
      const ids = accounts.map(({ id }) => id)
      return { operations, checks: check({ operations, snapshot: await takeSnapshot(stack.database, ids) }) }
    },
    async close() {
      for (const { close } of senders) close()
      await haproxy?.stop()
      await Promise.all([...engines, ...workers].map((engine) => engine.stop()))
      await proxy.close()
      await history.close()
    },
  }
}

/** The test bed is closed however the scenario ends. */
export async function withTestBed<T>(
  context: ScenarioContext,
  options: TestBedOptions,
  use: (testBed: TestBed) => Promise<T>,
): Promise<T> {
  const testBed = await openTestBed(context, options)
  try {
    return await use(testBed)
  } finally {
    await testBed.close()
  }
}

function startEngines(
  { guardian, directory, redisUrl }: Stack,
  options: TestBedOptions,
  databaseUrl: string,
  isReplicated: boolean,
  names: readonly string[],
  role: EngineRole,
): Promise<SupervisedEngine[]> {
  const limit = options.requestsPerMinute === undefined ? {} : { requestsPerMinute: options.requestsPerMinute }
  return Promise.all(
    names.map((name) =>
      startEngine({
        guardian,
        directory,
        databaseUrl,
        name: `${options.name}-${name}`,
        role,
        drainMs: role === 'worker' ? 0 : (options.drainMs ?? 0),
        redisUrl: isReplicated ? redisUrl : null,
        ...limit,
      }),
    ),
  )
}

/** Bots come by two connections each of which gets the engines in turns: twins arrive at both. */
function startFront(
  { guardian, directory }: Stack,
  { name, balance }: TestBedOptions,
  engines: readonly SupervisedEngine[],
): Promise<RunningHaproxy> {
  const [a, b] = engines.map(({ baseUrl }) => baseUrl)
  if (a === undefined || b === undefined) throw new Error('there are two engines behind haproxy')
  const inTurns = balance === undefined ? ({ balance: 'roundrobin' } as const) : {}
  return startHaproxy({ guardian, directory, name: `${name}-haproxy`, engines: [a, b], ...inTurns })
}

function atLeastOne<T>(items: readonly T[]): readonly [T, ...T[]] {
  const [first, ...others] = items
  if (first === undefined) throw new Error('a test bed has at least one engine and one account')
  return [first, ...others]
}

async function readPrices({ send }: Replica): Promise<ReadonlyMap<string, number>> {
  const prices = new Map<string, number>()
  for (const { symbol } of INSTRUMENTS) {
    const { text } = await send({ method: 'GET', path: `/v1/price?symbol=${symbol}`, headers: {} })
    prices.set(symbol, (JSON.parse(text) as { mark_price: number }).mark_price)
  }
  return prices
}

async function createBots(
  context: ScenarioContext,
  options: TestBedOptions,
  replicas: readonly [Replica, ...Replica[]],
  history: History,
  prices: ReadonlyMap<string, number>,
): Promise<readonly BotOptions[]> {
  const { bots = DEFAULTS.bots, accountsPerBot = DEFAULTS.accountsPerBot } = options
  const open = async (key: BotKey) => {
    const ids = await Promise.all(Array.from({ length: accountsPerBot }, () => openAccount(replicas[0], key)))
    return atLeastOne(ids.map((id) => createBotAccount(id, prices)))
  }
  const sharedUser = options.isShared ? context.nextUser() : null
  const sharedAccounts = sharedUser === null ? null : await open(botKey(sharedUser))
  const list: BotOptions[] = []
  for (let bot = 0; bot < bots; bot += 1) {
    const user = sharedUser ?? context.nextUser()
    const key = botKey(user)
    list.push({
      bot,
      user,
      key,
      accounts: sharedAccounts ?? (await open(key)),
      replicas,
      history,
      random: context.random.fork(`bot ${bot}`),
      choose: options.choose ?? chooseStep,
      pauseMs: options.pauseMs ?? DEFAULTS.pauseMs,
      readBack: options.readBack ?? DEFAULTS.readBack,
    })
  }
  return list
}

let challenges = 0

async function openAccount({ send }: Replica, { headers }: BotKey): Promise<string> {
  const body = { plan_id: PLAN_ID, challenge_id: String(++challenges) }
  const { status, text } = await send({ method: 'POST', path: '/v1/accounts', headers, body })
  if (status !== 201) throw new Error(`no account could be opened: ${status} ${text}`)
  return (JSON.parse(text) as { id: string }).id
}

/** The last acknowledged orders, on each replica. */
async function readAllBack(bots: readonly BotOptions[], replicas: readonly Replica[], history: History): Promise<void> {
  const orders = foldHistory(history.lines).flatMap(({ invocation, ...rest }) => {
    const [answer] = acknowledgements({ invocation, ...rest })
    const order = answer === undefined ? null : readAcknowledgement(invocation, answer.text).order
    return order === null ? [] : [{ invocation, orderId: order.id }]
  })
  for (const { invocation, orderId } of orders.slice(-FINAL_READS)) {
    const bot = bots.find((each) => each.bot === invocation.bot)
    if (bot === undefined) continue
    for (const replica of replicas) await readBack(bot, invocation, orderId, replica)
  }
}

const SETTLE_MS = 10_000

/** Until no statement of an engine runs any more: what was sent before a crash may still be on its way to the disk. */
async function settle({ database }: Stack): Promise<void> {
  const deadline = Date.now() + SETTLE_MS
  while (Date.now() < deadline) {
    const isQuiet = await database
      .query(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state <> 'idle' and query ilike '%insert into%'`,
      )
      .then(
        ({ rowCount }) => rowCount === 0,
        () => false, // a connection the server was killed under
      )
    if (isQuiet) return
    await sleep(50)
  }
}
