/**
 * The client for Python through every fault between it, the engine and Postgres, killed and started again in between:
 * orders are placed once, and reported as what became of them.
 */
import { createTestDatabase, startFaultProxy } from '@ats/test-kit'
import { OutcomeUnknown, TradingClient } from '@ats/sdk'
import { startEngine, type TestEngine } from '../../../services/trading-engine/test/support/engine/engine.js'
import { failUntil } from '../sdk/support/failing-network.js'
import { isUnknown, planIntent, type PlannedIntent, type Report } from '../sdk/support/intents.js'
import { reconcile } from '../sdk/support/reconcile.js'
import { findInstalledPython, PythonTrader, type Mode, type Sent } from './support/python-trader.js'

const IS_WHOLE = process.env['SUITE'] === 'whole'
const INTENTS = IS_WHOLE ? 10_000 : 200
const [ACCOUNTS, BOTS, KILLS] = IS_WHOLE ? [8, 32, 10] : [4, 16, 3]
/** Some callers give up so early that their outcome is often unknown. */
const [HASTY_S, PATIENT_S] = [0.5, 120]
const WITHIN_MS = IS_WHOLE ? 40 * 60_000 : 180_000

let python: string
beforeAll(() => {
  python = findInstalledPython()
}, WITHIN_MS)

interface Trader {
  readonly accountId: string
  readonly key: string
  readonly secret: string
}

async function openTrader(engine: TestEngine): Promise<Trader> {
  const { key } = engine.as()
  const client = new TradingClient({ key: key.key, secret: key.secret, url: engine.baseUrl })
  const { id } = await client.createAccount({ plan_id: 'standard-100k' })
  return { accountId: id, key: key.key, secret: key.secret }
}

/** Numbers from 0 to below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function toSent({ number, accountId, order }: PlannedIntent, traders: readonly Trader[], deadline: number): Sent {
  const trader = traders.find((one) => one.accountId === accountId)
  if (trader === undefined) throw new Error(`nobody has the account ${accountId}`)
  return { number, account_id: accountId, key: trader.key, secret: trader.secret, order, deadline }
}

test.each<Mode>(['sync', 'async'])(
  `%s: ${INTENTS} intents through faults and kills, none doubled, none lost, each reported as what it is`,
  async (mode) => {
    const seed = Number(process.env['FAST_CHECK_SEED'])
    const startedAt = performance.now()
    const database = await createTestDatabase('trading-engine')
    const url = new URL(database.url)
    const behind = await startFaultProxy({ targetPort: Number(url.port) })
    url.port = String(behind.port)
    const engine = await startEngine({ databaseUrl: url.toString(), LOG_LEVEL: 'warn', runtime: { timeoutFactor: 1 } })
    const front = await startFaultProxy({ targetPort: Number(new URL(engine.baseUrl).port) })
    const traders = await Promise.all(Array.from({ length: ACCOUNTS }, () => openTrader(engine)))
    const intents = Array.from({ length: INTENTS }, (_, number) => {
      const { accountId = '' } = traders[number % ACCOUNTS] ?? {}
      return planIntent(number, accountId)
    })

    let attempts = 0
    let kills = 0
    const told = new Map<number, Report['told']>()
    let trader: PythonTrader | undefined
    // Sent by a process that was killed before it said what became of them: an error of the next one is about its own
    // attempts, and leaves open what that one had done.
    const cut = new Set<number>()
    const onReport = (number: number, placement: Report['told']): void => {
      const isOpen = cut.has(number) && placement instanceof Error
      told.set(number, isOpen ? new OutcomeUnknown(placement.message, { clientId: null, lookUp: '' }) : placement)
      if (kills < KILLS && told.size >= ((kills + 1) * INTENTS) / (KILLS + 1)) {
        kills += 1
        trader?.kill()
      }
    }
    const common = { python, mode, bots: BOTS, onAttempt: () => (attempts += 1) }
    const running = (async () => {
      for (let run = 1; told.size < INTENTS; run += 1) {
        const left = intents.filter(({ number }) => !told.has(number))
        const deadlineOf = (number: number): number => (number % 3 === 0 ? HASTY_S : PATIENT_S)
        const engineUrl = `http://127.0.0.1:${front.port}`
        trader = new PythonTrader({ ...common, engineUrl, seed: seed + run, onReport })
        await trader.run(left.map((intent) => toSent(intent, traders, deadlineOf(intent.number))))
        const open = left.filter(({ number }) => !told.has(number))
        for (const { number } of open.slice(0, BOTS)) cut.add(number)
      }
    })()
    const counts = () => ({ attempts, reports: told.size })
    const network = { front, behind, random: createRandom(seed), counts, every: BOTS, databaseHangs: IS_WHOLE }
    const faults = await failUntil(running, network)
    await running

    const repeated = new Map<number, Report['told']>()
    const unknownOnes = intents.filter(({ number }) => isUnknown(told.get(number) ?? new Error('not told')))
    const onRepeat = (number: number, placement: Report['told']) => void repeated.set(number, placement)
    const calm = new PythonTrader({ ...common, engineUrl: engine.baseUrl, seed: 0, onReport: onRepeat })
    await calm.run(unknownOnes.map((intent) => toSent(intent, traders, PATIENT_S)))

    const reports = intents.map((intent): Report => {
      const again = repeated.get(intent.number) ?? null
      if (again instanceof Error) throw again
      return { intent, told: told.get(intent.number) ?? new Error('not told'), repeated: again }
    })
    const result = await reconcile(engine.pool, reports)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    await Promise.all([engine.close(), front.close()])
    await behind.close()
    await database.drop()

    const { doubled, lost, wrong, filled, expired, refused, unknown, notDone } = result
    console.log({ mode, seed, ...result, wrong: wrong.length, attempts, kills, faults, seconds })
    expect({ doubled, lost, wrong }).toEqual({ doubled: 0, lost: 0, wrong: [] })
    const foundOut = unknown.filled + unknown.expired + unknown.refused
    expect(filled + expired + refused + foundOut + notDone).toBe(INTENTS)
    expect(filled).toBeGreaterThan(INTENTS / 4)
    expect(kills).toBe(KILLS)
  },
  WITHIN_MS,
)
