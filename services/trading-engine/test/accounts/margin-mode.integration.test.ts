/** The plans that ship get new versions by migrations: who has bought one before keeps what was bought. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

const migrationOf = (name: string) => readFile(join(__dirname, `../../migrations/${name}.sql`), 'utf8')

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  await engine.pool.query('delete from plans where version > 1')
})
afterAll(() => engine.close())

interface Shown {
  readonly id: string
  readonly version?: number
  readonly plan_version?: number
  readonly risk_config: { readonly exposure: { readonly margin_mode: string } }
}

const modeOf = ({ version, plan_version, risk_config }: Shown): string =>
  `${version ?? plan_version} ${risk_config.exposure.margin_mode}`

async function modesOfPlans(): Promise<Record<string, string>> {
  const { body } = await engine.api.get<readonly Shown[]>('/v1/plans')
  return Object.fromEntries(body.map((plan) => [plan.id, modeOf(plan)]))
}

const open = async (planId: string): Promise<() => Promise<string>> => {
  const { api, accountId } = await engine.trader(planId)
  return async () => modeOf((await api.get<Shown>(`/v1/account/${accountId}`)).body)
}

test('accounts keep the version they were sold, new ones are CROSS, and what the operator has changed stays', async () => {
  await engine.pool.query(
    `insert into plans (id, version, definition)
     select id, 2, definition || '{"name": "Our own"}' from plans where id = 'instant-25k'`,
  )
  const before = await open('standard-100k')
  expect(await before()).toBe('1 ISOLATED')

  await engine.pool.query(await migrationOf('0015_cross_margin'))

  expect(await modesOfPlans()).toEqual({
    'standard-100k': '2 CROSS',
    'one-step-50k': '2 CROSS',
    'two-step-100k': '2 CROSS',
    'instant-25k': '2 ISOLATED',
  })
  expect(await before()).toBe('1 ISOLATED')
  const after = await open('standard-100k')
  expect(await after()).toBe('2 CROSS')
})

test('the next version measures a day from its balance; what the operator has changed stays', async () => {
  // As the engine writes them into plans that said nothing of them.
  const costs = { borrowing: true, rollover: true, oracle_fee: true, overnight_leverage: 'LIMIT' }
  await engine.pool.query(`update plans set definition = definition || $1 where version = 2`, [{ venue_costs: costs }])
  await engine.pool.query(await migrationOf('0045_plans_from_the_day_balance'))
  const { body } = await engine.api.get<readonly (Shown & { readonly risk_config: RulesOfPlan })[]>('/v1/plans')
  expect(
    body.map(({ id, version, risk_config: { max_drawdown: drawdown, daily_loss: daily } }) => [
      ...[`${id} ${version}`, daily.pct, daily.base ?? `${daily.reference} ${daily.amount_base}`],
      ...[drawdown.mode, drawdown.pct, drawdown.on_first_payout ?? null],
    ]),
  ).toEqual([
    ['standard-100k 3', 5, 'BALANCE INITIAL', 'STATIC', 10, 'KEEP'],
    ['instant-25k 2', 3, 'EQUITY', 'TRAILING_INTRADAY', 5, null],
    ['one-step-50k 3', 3, 'BALANCE INITIAL', 'TRAILING_EOD', 6, 'KEEP'],
    ['two-step-100k 3', 5, 'BALANCE INITIAL', 'STATIC', 10, 'KEEP'],
  ])
})

interface RulesOfPlan {
  readonly max_drawdown: { readonly mode: string; readonly pct: number; readonly on_first_payout?: string }
  readonly daily_loss: {
    readonly pct: number
    readonly base: string | null
    readonly reference?: string
    readonly amount_base?: string
  }
}
