/** Accounts that grow: once for each payout that ends a cycle, in all that is shown of them, and in their evidence. */
import type { EvidenceBundle } from '../../src/wire/evidence/evidence-bundle.js'
import { startEngine } from '../support/engine/engine.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { planFile } from '../support/plans/plan-file.js'
import { pollUntil } from '../support/poll-until.js'
import { startChecker } from '../support/random-accounts/check-evidence.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'
import { versionOf } from '../support/payout-version.js'

const BTC = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET' } as const
const PAYOUTS = {
  ...{ first_after_days: 0, every_days: 0, min_amount: '1', buffer_amount: '0', flat: false, split: [{ pct: '80' }] },
}
const RULES = {
  max_drawdown: { mode: 'TRAILING_CLOSED', pct: 10, on_first_payout: 'KEEP' },
  daily_loss: { pct: 5, reference: 'BALANCE', amount_base: 'INITIAL', warn_at_pct: 80, action: 'TERMINATE' },
  ...{ objective: null, payouts: PAYOUTS },
}
const STEP = {
  when: { profit_pct: '1', payouts: 1, all: true },
  then: { initial_balance_pct: '25', split_pct: '90', max_initial_balance: '140000' },
}
const PLAN = planFile('growing', { risk_config: { ...RULES, scaling: [STEP] } })

let stage: Stage
const checker = startChecker()

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
  expect((await stage.engine.operator.put('/operator/v1/plans', { body: { plans: [PLAN] } })).status).toBe(200)
})
afterAll(async () => {
  checker.end()
  await stage.close()
})

/** One BTC-USD that gains so much; GMX takes 0.06 % of both fills. */
async function earn(actor: Actor, gain: number): Promise<void> {
  stage.set(around(100_000))
  await actor.placed({ ...BTC, quantity: 1 })
  stage.set(around(100_000 + gain))
  await actor.placed({ ...BTC, side: 'SELL', quantity: 1 })
}

async function ask({ api, accountId }: Actor, amount: number): Promise<string> {
  const body = { amount, client_id: `of ${amount}`.replace(' ', '-') }
  const asked = await api.post<{ id: string }>(`/v1/account/${accountId}/payouts`, { body })
  expect(asked.status).toBe(201)
  await stage.engine.operatorAs('olga').post(`/operator/v1/payouts/${asked.body.id}/propose`, { body: {} })
  return asked.body.id
}
async function approve(id: string, engine = stage.engine) {
  const body = { version: await versionOf(stage.engine.pool, id) }
  return untilAnswered(() => engine.operatorAs('otto').post(`/operator/v1/payouts/${id}/approve`, { body }))
}

interface Shown {
  readonly initial_balance: string
  readonly balance: string
  readonly high_water_mark: string
  readonly risk_config: { readonly initial_balance: string }
}
const shown = async ({ api, accountId }: Actor) =>
  (await api.get<Shown>(`/v1/account/${accountId}?decimals=string`)).body

interface Available {
  readonly scaling?: { readonly step: number; readonly conditions: readonly { readonly met: boolean }[] }
}
const available = async ({ api, accountId }: Actor) =>
  (await api.get<Available>(`/v1/account/${accountId}/payouts/available?decimals=string`)).body

interface Utilisation {
  readonly rules: readonly { readonly rule: string; readonly limit: string }[]
}

test('what a payout makes larger is shown by the account, its limits, its ledger, its curve and its event, once', async () => {
  const actor = await stage.actor('growing')
  const { api, accountId } = actor
  await earn(actor, 3_000)
  // 3,000 − 20 of the spread − 0.06 % of 100,010 and of 102,990
  const earned = 3_000 - 20 - 0.0006 * (100_010 + 102_990)
  expect((await available(actor)).scaling).toMatchObject({ step: 1, initial_balance: '125000', split_pct: '90' })
  expect((await available(actor)).scaling?.conditions.map(({ met }) => met)).toEqual([true, false])
  const id = await ask(actor, 1_000)
  const { databaseUrl, script } = stage
  const second = await startEngine({ databaseUrl, sharedWallet: stage.engine.wallet, runtime: { ...script } })
  try {
    const answers = await Promise.all([approve(id), approve(id, second), approve(id), approve(id, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200])
    const other = await second.api.with(actor.key.headers).get<Shown>(`/v1/account/${accountId}?decimals=string`)
    expect(other.body.initial_balance).toBe('125000')
  } finally {
    await second.close()
  }
  const balance = 100_000 + earned - 1_000 + 25_000
  expect(await shown(actor)).toMatchObject({
    ...{ initial_balance: '125000', balance: String(balance), high_water_mark: String(125_000 + earned) },
    risk_config: { initial_balance: '125000' },
  })
  const { body: risk } = await api.get<Utilisation>(`/v1/account/${accountId}/risk?decimals=string`)
  const limits = Object.fromEntries(risk.rules.map(({ rule, limit }) => [rule, limit]))
  // The peak is 125,000 and what was earned; the day began with 125,000 and has paid 1,000.
  expect(limits).toMatchObject({ max_drawdown: String(112_500 + earned), daily_loss_limit: '117750' })
  const ledger = await actor.ledger()
  expect(ledger.filter(({ house }) => house === 'scaling').map(({ amount }) => amount)).toEqual([25_000])
  expect((await actor.events()).filter((type) => /payout|scaled/.test(type))).toEqual([
    ...['payout.requested', 'payout.proposed', 'payout.paid', 'account.scaled'],
  ])
  const { body: days } = await api.get<{ pnl: number }[]>(`/v1/account/${accountId}/days`)
  expect(days[0]?.pnl).toBeCloseTo(earned, 6)
  const { body: check } = await stage.engine.operator.get<{ differences: unknown[] }>('/operator/v1/ledger-check')
  expect(check.differences).toEqual([])
})

test('a breach of a grown account recomputes, and a bundle tells what had been added before', async () => {
  const actor = await stage.actor('growing')
  await earn(actor, 3_000)
  await approve(await ask(actor, 1_000))
  await actor.placed({ ...BTC, quantity: 4 })
  // 5 % of 125,000 are 6,250; a warning comes at 5,000 of them.
  await stage.step([actor], around(101_050))
  await stage.step([actor], around(100_500))
  const breaches = async () =>
    (await actor.api.get<{ action: string; limit: number }[]>(`/v1/account/${actor.accountId}/breaches`)).body
  await pollUntil(breaches, (found) => found.some(({ action }) => action === 'TERMINATED'))
  const bundles = await pollUntil(
    async () => {
      const read: EvidenceBundle[] = []
      for (let after: number | null = 0; after !== null;) {
        const { status, body }: { status: number; body: { bundle: EvidenceBundle; next: number | null } } =
          await stage.engine.operator.get(`/operator/v1/evidence/${actor.accountId}?after=${after}`)
        if (status !== 200) return read
        read.push(body.bundle)
        after = body.next
      }
      return read
    },
    (read) => read.some(({ rows }) => rows.some((row) => row.kind === 'breach' && row['action'] === 'TERMINATED')),
  )
  expect(checker.check(bundles)).toEqual(['all is equal'])
  const limits = bundles.flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'breach').map((row) => row['limit']))
  expect(limits).toEqual(['119000', '117750'])
})
