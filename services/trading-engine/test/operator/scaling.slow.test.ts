/** Payouts that make accounts grow are approved at two engines while connections are cut: one step each, none lost. */
import { planFile } from '../support/plans/plan-file.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { expectBooksToHold } from '../support/random-accounts/books.js'
import { pollUntil } from '../support/poll-until.js'

const ACCOUNTS = 100
const CUTS = 60
const CUTS_A_BATCH = 8
const PLAN = planFile('growing', {
  risk_config: {
    objective: null,
    payouts: {
      ...{ first_after_days: 0, every_days: 0, min_amount: '100', buffer_amount: '0', flat: true },
      split: [{ pct: '80' }],
    },
    scaling: [{ when: { payouts: 1, all: true }, then: { initial_balance_pct: '25', max_initial_balance: '200000' } }],
  },
})

let engine: TestEngine
let other: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  other = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
  const { text, status } = await engine.operator.put('/operator/v1/plans', { body: { plans: [PLAN] } })
  if (status !== 200) throw new Error(text)
})
afterAll(async () => {
  await other.close()
  await engine.close()
})

/** An account whose payout is proposed. */
async function proposed(): Promise<string> {
  const { api, accountId }: Trader = await engine.trader('growing')
  const profit = { direction: 'IN', amount: 1_000, reason: 'x', reference: 'profit' }
  await engine.operator.post(`/operator/v1/accounts/${accountId}/capital`, { body: profit })
  const asked = await api.post<{ id: string }>(`/v1/account/${accountId}/payouts`, {
    body: { amount: 500, client_id: 'first' },
  })
  await engine.operatorAs('pia').post(`/operator/v1/payouts/${asked.body.id}/propose`, { body: {} })
  return asked.body.id
}

test(`${ACCOUNTS} grow once each, while connections are cut ${CUTS} times`, async () => {
  const payouts: string[] = []
  for (let count = 0; count < ACCOUNTS; count += 1) payouts.push(await proposed())
  let cuts = 0
  /** One that is in use, where there is one: a storm would let nothing through. */
  const cut = async (): Promise<void> => {
    const { rowCount } = await engine.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and application_name = 'trading-engine' order by state = 'idle', random() limit 1`,
    )
    cuts += rowCount ?? 0
  }
  const approve = (id: string, at: TestEngine) =>
    pollUntil(
      () => at.operatorAs('otto').post(`/operator/v1/payouts/${id}/approve`, { body: {} }),
      ({ status }) => status === 200,
    )
  for (let first = 0; first < payouts.length; first += 10) {
    const approved = payouts.slice(first, first + 10).flatMap((id) => [approve(id, engine), approve(id, other)])
    for (let nth = 0; nth < CUTS_A_BATCH; nth += 1) await cut()
    await Promise.all(approved)
  }
  expect(cuts).toBeGreaterThanOrEqual(CUTS)
  const { rows } = await engine.pool.query<Readonly<Record<string, string>>>(
    `select count(*) as accounts,
        sum((select count(*) from transfers t where t.account_id = a.id and t.house = 'scaling' and t.amount = 25000)) as steps,
        sum((select count(*) from events e where e.account_id = a.id and e.type = 'account.scaled')) as events,
        sum((select count(*) from transfers t where t.account_id = a.id and t.house = 'scaling')) as transfers,
        min(jsonb_array_length(a.scaling -> 'steps')) as fewest, max(jsonb_array_length(a.scaling -> 'steps')) as most
      from accounts a where a.plan_id = 'growing'`,
  )
  const each = String(ACCOUNTS)
  expect(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, count]) => [name, String(count)]))),
  ).toEqual([{ accounts: each, steps: each, events: each, transfers: each, fewest: '1', most: '1' }])
  await expectBooksToHold(engine.pool)
}, 900_000)
