/**
 * Fifty concurrent orders, each of which takes 60 % of what a rule of the plan leaves: exactly one is accepted,
 * whichever engine they go through. Runs a tenth of the rounds, others with every seed; `SUITE=whole` runs all.
 */
import { randomInt } from 'node:crypto'
import { apiClient, type ApiClient } from '@ats/test-kit'
import { formatDecimal } from '../../src/core/values/decimal.js'
import { loadCatalogue } from '../../src/market/catalogue.js'
import { expectBooksToHold } from '../support/random-accounts/books.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { insertPlan, WIDE_EXPOSURE, type PlanChanges } from '../support/plans/insert-plan.js'

const ROUNDS = process.env['SUITE'] === 'whole' ? 200 : 20
const ORDERS = 50

interface Cap {
  readonly rule: string
  readonly plan: PlanChanges
  /** Binds at the same notional, and says so too. */
  readonly beside?: string
  readonly order: (index: number) => object
}

const resting = (symbol: string, price: number, quantity: number): object => ({
  symbol,
  side: 'BUY',
  kind: 'LIMIT',
  price,
  quantity,
})
const filling = (quantity: number): object => ({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity })
const INSTRUMENTS = loadCatalogue().all
/** A market order for another instrument with every index, of twenty dollars or slightly more. */
const another = (index: number): object => {
  const { symbol, typicalPrice, lotSize } = INSTRUMENTS[index % INSTRUMENTS.length]!
  const lots = 1 + Math.ceil(20 / (Number(formatDecimal(typicalPrice)) * Number(formatDecimal(lotSize))))
  return { symbol, side: 'BUY', kind: 'MARKET', quantity: formatDecimal(lotSize * BigInt(lots)) }
}
const exposure = (changes: PlanChanges['exposure']): PlanChanges => ({ exposure: { ...WIDE_EXPOSURE, ...changes } })

/** The market of BTC-USD is at 100,000. */
const CAPS: readonly Cap[] = [
  {
    rule: 'symbol_exposure_cap',
    plan: exposure({ max_leverage: '20', max_symbol_notional: '100000' }),
    order: (index) => (index % 2 === 0 ? resting('BTC-USD', 60_000, 1) : filling(0.6)),
  },
  {
    rule: 'total_exposure_cap',
    plan: exposure({ max_leverage: '20', max_total_notional: '100000' }),
    order: (index) => (index % 2 === 0 ? resting('ETH-USD', 600, 100) : filling(0.6)),
  },
  {
    rule: 'insufficient_margin',
    beside: 'max_leverage',
    plan: exposure({ max_leverage: '10' }),
    order: (index) => (index % 2 === 0 ? resting('BTC-USD', 60_000, 10) : filling(6)),
  },
  {
    rule: 'max_positions',
    plan: exposure({ max_leverage: '20', max_positions: 1 }),
    order: another,
  },
  {
    rule: 'max_open_orders',
    plan: exposure({ max_leverage: '20', max_open_orders: 1 }),
    order: (index) => resting('BTC-USD', 50_000 + index, 0.01),
  },
]

interface Answer {
  readonly order: { readonly id: string } | null
  readonly violations: readonly { readonly rule: string }[]
}

/**
 * Repeats the request under the same client_id until it gets a definite response: a 500 leaves open whether the order
 * was placed.
 */
async function ask(api: ApiClient, body: object): Promise<Answer> {
  const answer = await untilAnswered(() => api.post<Answer>('/v1/order', { body }))
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.body
}

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' })
  for (const [index, { plan }] of CAPS.entries()) await insertPlan(engine.pool, `race-${index}`, plan)
  await engine.moveMarket('BTC-USD', 100_000)
})
afterAll(() => engine.close())

/** Sends all fifty concurrently, each to the next engine, and checks that exactly one was accepted and stored. */
async function race(round: number, clientsOf: (trader: Trader) => readonly ApiClient[]): Promise<void> {
  const index = round % CAPS.length
  const cap = CAPS[index]!
  const trader = await engine.trader(`race-${index}`)
  const clients = clientsOf(trader)
  const shift = randomInt(ORDERS)
  const orders = Array.from({ length: ORDERS }, (_, each) => ({
    ...cap.order(each + shift),
    account_id: trader.accountId,
    client_id: `${trader.accountId}-${each}`,
  }))
  const answers = await Promise.all(orders.map((order, each) => ask(clients[each % clients.length]!, order)))

  const accepted = answers.filter(({ order }) => order !== null)
  expect([cap.rule, accepted.length]).toEqual([cap.rule, 1])
  for (const { order, violations } of answers) {
    if (order !== null) continue
    const rules = violations.map(({ rule }) => rule).filter((rule) => rule !== cap.beside)
    expect(rules).toEqual([cap.rule])
  }
  // Asked again, every one of them gets the answer it got.
  const again = randomInt(ORDERS)
  expect(await ask(clients[(again + 1) % clients.length]!, orders[again]!)).toEqual(answers[again])
  await expectTraceOfOne(trader.accountId, accepted[0]!.order!.id)
}

/** The one order, its one fill and position if it filled, and fifty stored answers, of which one moved the account. */
async function expectTraceOfOne(accountId: string, orderId: string): Promise<void> {
  const { rows } = await engine.pool.query<Record<string, unknown>>(
    `select (select array_agg(id::text) from orders where account_id = a.id) as orders,
       (select count(*)::int from commands where account_id = a.id and client_id is not null) as answers,
       (select count(*)::int from commands where account_id = a.id and client_id is not null and moves) as moves,
       (select count(*)::int from events where account_id = a.id and type = 'order.ack') as acks,
       (select count(distinct order_id)::int from fills where account_id = a.id) as filled,
       (select count(*)::int from positions where account_id = a.id) as positions,
       (select filled_quantity > 0 from orders where account_id = a.id limit 1) as is_filled,
       (select count(*)::int from breaches where account_id = a.id) as breaches
     from accounts a where a.id = $1`,
    [accountId],
  )
  const isFilled = rows[0]?.['is_filled'] === true
  expect(rows[0]).toEqual({
    orders: [orderId],
    answers: ORDERS,
    moves: 1,
    acks: 1,
    filled: isFilled ? 1 : 0,
    positions: isFilled ? 1 : 0,
    is_filled: isFilled,
    breaches: 0,
  })
}

const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
const twoMinutes = 120_000 + ROUNDS * 3_000

test(
  `${ROUNDS} rounds on one engine`,
  async () => {
    for (const round of rounds) await race(round, ({ api }) => [api])
    await expectBooksToHold(engine.pool)
  },
  twoMinutes,
)

describe('with another engine and two workers on the same database', () => {
  let beside: EngineProcess
  let workers: readonly EngineProcess[]

  beforeAll(async () => {
    const { databaseUrl, wallet } = engine
    const start = (role: 'api' | 'worker') => startEngineProcess({ role, databaseUrl, wallet })
    ;[beside, ...workers] = await Promise.all([start('api'), start('worker'), start('worker')])
  })
  afterAll(() => Promise.all([beside, ...workers].map((each) => each.stop())))

  test(
    `${ROUNDS} rounds through both`,
    async () => {
      const elsewhere = apiClient({ baseUrl: beside.baseUrl, openapi: engine.openapi })
      for (const round of rounds) await race(round, ({ api, key }) => [api, elsewhere.with(key.headers)])
      await expectBooksToHold(engine.pool)
    },
    twoMinutes,
  )
})
