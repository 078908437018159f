/**
 * Races about payouts with terms on two replicas: the same request is cancelled, proposed, approved and rejected by all
 * at the same time, and now and then the account is closed beside that.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestEngine, Trader } from './engine/engine.js'
import { untilAnswered } from './engine/until-answered.js'
import { planFile } from './plans/plan-file.js'
import { versionOf } from './payout-version.js'

const PAYOUTS = {
  ...{ first_after_days: 0, every_days: 0, min_amount: '1', buffer_amount: '0', flat: false },
  split: [{ up_to_total: '250', pct: '100' }, { pct: '80' }],
}
/** Each third payout makes an account larger by a hundredth of what it was opened with. */
const STEP = {
  when: { payouts: 3, all: true },
  then: { initial_balance_pct: 1, max_initial_balance: 200_000 },
}
const PLAN = planFile('raced', {
  risk_config: {
    max_drawdown: { mode: 'TRAILING_CLOSED', pct: 6, on_first_payout: 'KEEP' },
    ...{ daily_loss: null, objective: null, payouts: PAYOUTS, scaling: [STEP] },
  },
})
/** The amount of each payout. */
const AMOUNT = 100
/** In one race of so many the account is closed, too. */
const CLOSE_EVERY = 20
const STATUSES = new Set([200, 201, 409])

/** The columns that show that an account was scaled. */
type Scaled = 'payouts' | 'scaled' | 'added' | 'initial'

export interface Outcomes {
  readonly paid: number
  readonly cancelled: number
  readonly rejected: number
}

export async function racePayouts(engine: TestEngine, second: TestEngine, races: number): Promise<Outcomes> {
  await engine.operator.put('/operator/v1/plans', { body: { plans: [PLAN] } })
  let trader = await engine.trader('raced')
  const ids: string[] = []
  for (let race = 0; race < races; race += 1) {
    const isClosed = race % CLOSE_EVERY === CLOSE_EVERY - 1
    await earn(engine, trader)
    const id = await request(trader, second)
    if (race % 2 === 0) await propose(engine, id)
    await compete(engine, second, trader, id, isClosed)
    await checkAccount(engine, second, trader)
    ids.push(id)
    if (isClosed) trader = await engine.trader('raced')
  }
  return countEnds(engine, ids)
}

async function earn({ operator }: TestEngine, { accountId }: Trader): Promise<void> {
  const body = { direction: 'IN', amount: AMOUNT, reason: 'profit', reference: randomUUID() }
  await untilAnswered(() => operator.post(`/operator/v1/accounts/${accountId}/capital`, { body }))
}

/** Asked for on both replicas with different ids: one of them is taken. */
async function request({ api, accountId, key }: Trader, second: TestEngine): Promise<string> {
  const answers = await Promise.all(
    [api, second.api.with(key.headers)].map((replica) =>
      untilAnswered(() =>
        replica.post<{ id: string }>(`/v1/account/${accountId}/payouts`, {
          body: { amount: AMOUNT, client_id: randomUUID() },
        }),
      ),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  return answers.find(({ status }) => status === 201)!.body.id
}

const propose = (engine: TestEngine, id: string) =>
  untilAnswered(() => engine.operatorAs('olga').post(`/operator/v1/payouts/${id}/propose`, { body: {} }))

async function compete(
  engine: TestEngine,
  second: TestEngine,
  { api, accountId, key }: Trader,
  id: string,
  isClosed: boolean,
): Promise<void> {
  const decide = (by: TestEngine, name: string, verb: string, body: object = {}) =>
    untilAnswered(() => by.operatorAs(name).post(`/operator/v1/payouts/${id}/${verb}`, { body }))
  const approve = async (by: TestEngine) => decide(by, 'otto', 'approve', { version: await versionOf(engine.pool, id) })
  const cancel = (replica: Trader['api']) =>
    untilAnswered(() => replica.post(`/v1/account/${accountId}/payouts/${id}/cancel`))
  const closeAccount = () =>
    untilAnswered(() => engine.operator.post(`/operator/v1/accounts/${accountId}/close`, { body: { reason: 'over' } }))
  const answers = await Promise.all([
    cancel(second.api.with(key.headers)),
    decide(engine, 'olga', 'propose'),
    approve(second),
    approve(engine),
    ...(id.charCodeAt(id.length - 1) % 2 === 0 ? [decide(second, 'rita', 'reject', { reason: 'late' })] : []),
    ...(isClosed ? [closeAccount()] : []),
    cancel(api),
  ])
  for (const { status, text } of answers) assert.ok(STATUSES.has(status), text)
  // An approver who has read the payout before it was proposed is refused, and reads it again.
  const { rows } = await engine.pool.query(`select from payouts where id = $1 and status = 'PROPOSED'`, [id])
  if (rows.length > 0) assert.equal((await approve(engine)).status, 200)
}

/** Both replicas show the reservation of what is open; the ledger has one debit for each payout that was paid. */
async function checkAccount({ pool }: TestEngine, second: TestEngine, { api, accountId, key }: Trader): Promise<void> {
  const { rows } = await pool.query<
    Record<'balance' | 'ledger' | 'debits' | 'paid' | 'open' | 'ends' | 'ended' | Scaled, string>
  >(
    `select a.balance, (select sum(case direction when 'IN' then amount else -amount end) from transfers
        where account_id = a.id) as ledger,
      (select coalesce(sum(amount), 0) from transfers where account_id = a.id and direction = 'OUT') as debits,
      (select coalesce(sum(amount), 0) from payouts where account_id = a.id and status = 'PAID') as paid,
      (select coalesce(sum(amount), 0) from payouts where account_id = a.id
        and status in ('REQUESTED', 'PROPOSED')) as open,
      (select count(*) from payouts where account_id = a.id and status in ('PAID', 'REJECTED', 'CANCELLED')) as ends,
      (select count(*) from events where account_id = a.id
        and type in ('payout.paid', 'payout.rejected', 'payout.cancelled')) as ended,
      (select count(*) from payouts where account_id = a.id and status = 'PAID') as payouts,
      (select count(*) from events where account_id = a.id and type = 'account.scaled') as scaled,
      (select coalesce(sum(amount), 0) from transfers where account_id = a.id and house = 'scaling') as added,
      coalesce(a.scaling -> 'steps' -> -1 ->> 'initial_balance', '100000') as initial
    from accounts a where a.id = $1`,
    [accountId],
  )
  const [row] = rows
  assert.ok(row !== undefined)
  assert.equal(row.balance, row.ledger)
  assert.equal(Number(row.debits), Number(row.paid))
  assert.equal(row.ends, row.ended)
  const steps = Math.min(Math.floor(Number(row.payouts) / 3), 100)
  assert.deepEqual([row.scaled, row.added, row.initial].map(Number), [steps, steps * 1_000, 100_000 + steps * 1_000])
  for (const replica of [api, second.api.with(key.headers)]) {
    const { body } = await replica.get<{ reserved_payout: number; free_margin: number; equity: number }>(
      `/v1/account/${accountId}/summary`,
    )
    assert.equal(body.reserved_payout, Number(row.open))
    assert.ok(Math.abs(body.equity - body.reserved_payout - body.free_margin) < 1e-6)
  }
  // What is still open would be in the way of the next race.
  if (Number(row.open) > 0) await cancelOpen(pool, api, accountId)
}

async function cancelOpen(pool: TestEngine['pool'], api: Trader['api'], accountId: string): Promise<void> {
  const { rows } = await pool.query<{ id: string; status: string }>(
    `select id, status from payouts where account_id = $1 and status in ('REQUESTED', 'PROPOSED')`,
    [accountId],
  )
  for (const { id, status } of rows)
    assert.equal(
      (await api.post(`/v1/account/${accountId}/payouts/${id}/cancel`)).status,
      status === 'REQUESTED' ? 200 : 409,
    )
}

async function countEnds({ pool }: TestEngine, ids: readonly string[]): Promise<Outcomes> {
  const { rows } = await pool.query<{ status: string; count: string }>(
    'select status, count(*) as count from payouts where id = any($1) group by status',
    [ids],
  )
  const of = (name: string): number => Number(rows.find(({ status }) => status === name)?.count ?? 0)
  return { paid: of('PAID'), cancelled: of('CANCELLED'), rejected: of('REJECTED') }
}
