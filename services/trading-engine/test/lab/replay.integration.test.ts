/** Bots live at random in a real store; what they have lived is decided again, and comes out the same to the byte. */
import { rate } from '../../src/core/values/decimal.js'
import type { Instrument } from '../../src/core/model/market/instrument.js'
import type { ReplayTools } from '../../src/replay/replay-context.js'
import { runReplay } from '../../src/replay/run-replay.js'
import { accountCalls } from '../support/account-calls.js'
import { startEngine } from '../support/engine/engine.js'
import { beginChallenge, readChallenge } from '../support/plans/challenges.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { planFile } from '../support/plans/plan-file.js'
import { importProgram } from '../support/plans/program-file.js'
import { pollUntil } from '../support/poll-until.js'
import { openReplays, type Replays } from '../support/replay.js'
import { around, inTurns, startStage, type Actor, type Stage } from '../support/stage.js'
import { createRandomTrading, seededBelow } from '../support/trade-at-random.js'

const SEED = Number(process.env['FAST_CHECK_SEED'] ?? Date.now() % 2 ** 31)
const IS_WHOLE = process.env['SUITE'] === 'whole'
const STEPS = IS_WHOLE ? 40 : 24
const ACTORS = IS_WHOLE ? 200 : 4
/** The days on which New York moves its clocks: the reset of 17:00 there comes an hour earlier, or later. */
const START = SEED % 2 === 0 ? '2026-03-07T20:00:00Z' : '2026-10-31T20:00:00Z'
const HOUR_MS = 3_600_000

const PAYOUTS = {
  ...{ first_after_days: 0, every_days: 0, min_amount: '1', buffer_amount: '0', flat: false, split: [{ pct: '80' }] },
}
const RULES = { objective: null, payouts: PAYOUTS }
const GROWING = {
  when: { profit_pct: '0.1', payouts: 1, all: true },
  then: { initial_balance_pct: '10', split_pct: '90', max_initial_balance: '140000' },
}
const PLANS = [
  planFile('trails', {
    risk_config: {
      ...{ max_drawdown: { mode: 'TRAILING_INTRADAY', pct: 8 }, daily_loss: { pct: 4, reference: 'DAY_HIGH' } },
      ...RULES,
    },
  }),
  planFile('locks', {
    risk_config: {
      ...{ max_drawdown: { mode: 'TRAILING_CLOSED', pct: 10, on_first_payout: 'KEEP' } },
      ...{ daily_loss: { action: 'LOCK', pct: 2 }, scaling: [GROWING], ...RULES },
    },
  }),
  planFile('ruled', {
    risk_config: {
      ...{ hedging: 'REFUSE_USER', max_loss_per_idea: { pct: '1', action: 'CLOSE' }, objective: null },
      strikes: [{ rule: 'max_loss_per_idea', max: 9, window_days: 30, then: 'TERMINATE' }],
      stop_required: { grace_seconds: 60, max_risk_pct: '5', action: 'CLOSE' },
      holding_time: { min_seconds: 60, per: 'TRADE' },
    },
  }),
]
const PLAN_IDS = ['trails', 'locks', undefined, 'ruled']

let stage: Stage
let actors: readonly Actor[]
/** The account whose stored rows are changed below. */
let known: Actor
let replays: Replays

/** Half of the requests go to another process, which reads each account as it is stored. */
async function live(): Promise<void> {
  const below = seededBelow(SEED)
  const trading = createRandomTrading(stage, below)
  stage.set(trading.quotes())
  const witness = await stage.actor()
  const { databaseUrl, wallet } = stage.engine
  const other = await startEngine({
    ...{ databaseUrl, sharedWallet: wallet, FUNDING: 'venue', ROLE: 'api', LOG_LEVEL: 'warn', runtime: stage.script },
  })
  const elsewhere = (actor: Actor): Actor => {
    const api = other.api.with(actor.key.headers)
    return { ...actor, ...accountCalls({ api, accountId: actor.accountId }), api }
  }
  for (let step = 0; step < STEPS; step += 1) {
    for (const actor of actors) await trading.act(below(2) === 0 ? actor : elsewhere(actor))
    const isLong = below(6) === 0
    const later = Date.parse(stage.now()) + below(6) * HOUR_MS + 1_000
    await trading.move(witness, isLong ? new Date(later).toISOString() : undefined)
  }
  await other.close()
}

/** Nothing of it is drawn: it has the rows that are changed below whatever the seed is. */
async function liveKnown(): Promise<Actor> {
  const actor = await stage.actor()
  stage.set(around(60_000))
  const order = { symbol: 'BTC-USD', quantity: 0.01 }
  for (const side of ['BUY', 'SELL', 'BUY']) await actor.placed({ ...order, side, kind: 'MARKET' })
  await actor.placed({ ...order, side: 'SELL', kind: 'LIMIT', price: 90_000 })
  const refused = await actor.place({ ...order, side: 'BUY', kind: 'MARKET', quantity: 50, client_id: 'too-large' })
  expect([refused.status, refused.body.order]).toEqual([200, null])
  return actor
}

beforeAll(async () => {
  process.stdout.write(`seed ${SEED}\n`)
  stage = await startStage(START, {}, { FUNDING: 'venue' })
  replays = openReplays(stage.databaseUrl)
  const imported = await stage.engine.operator.put('/operator/v1/plans', { body: { plans: PLANS } })
  if (imported.status !== 200) throw new Error(imported.text)
  const news = await stage.engine.operator.put('/operator/v1/news', {
    body: {
      events: [
        { id: 'rates', title: 'Rates', at: START.replace('20:00', '20:02'), impact: 'HIGH', currencies: ['USD'] },
      ],
    },
  })
  if (news.status !== 200) throw new Error(`the news were not stored: ${JSON.stringify(news.body)}`)
  actors = await inTurns([...Array(ACTORS).keys()], (index) => stage.actor(PLAN_IDS[index % PLAN_IDS.length]))
  await live()
  known = await liveKnown()
}, 3_600_000)
afterAll(async () => {
  await replays.close()
  await stage.close()
})

test('every decision of every account comes out the same', async () => {
  let commands = 0
  for (const actor of actors) {
    const result = await replays.of(actor)
    expect(result).toMatchObject({ status: 'EQUAL', difference: null, reason: null })
    commands += result.commands
  }
  expect(commands).toBeGreaterThan((ACTORS * STEPS) / 2)
  const { rows } = await stage.pool.query<{ kind: string }>(
    'select kind from commands where recorded is null group by kind order by kind',
  )
  expect(rows).toEqual([])
}, 600_000)

test('so does a challenge that is passed, certified, reviewed and promoted', async () => {
  const { operator } = stage.engine
  const phases = [
    { id: 'first', label: 'First', plan_id: 'quick', kind: 'EVALUATION', promotion: 'AUTO' },
    { id: 'second', label: 'Second', plan_id: 'quick', kind: 'EVALUATION', promotion: 'REVIEW' },
    { id: 'funded', label: 'Funded', plan_id: 'trails', kind: 'FUNDED' },
  ]
  const quick = planFile('quick', { risk_config: { objective: { profit_target_pct: 0.01, min_trading_days: 0 } } })
  expect((await operator.put('/operator/v1/plans', { body: { plans: [quick] } })).status).toBe(200)
  expect((await importProgram(stage.engine, 'quick', { phases })).status).toBe(200)
  const userId = 'challenger'
  const { api } = stage.engine.as({ userId })
  const challenge = await beginChallenge(api, 'quick')
  const pass = async (accountId: string): Promise<void> => {
    const { place } = accountCalls({ api, accountId })
    stage.set(around(60_000))
    await place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 1 })
    stage.set(around(60_500))
    await place({ symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity: 1 })
  }
  const successorOf = (accountId: string) =>
    pollUntil(
      async () => (await readChallenge(api, challenge.id)).account_id,
      (id) => id !== accountId,
    )
  await pass(challenge.account_id)
  const second = await successorOf(challenge.account_id)
  await pass(second)
  // It has passed once the market loop has seen it.
  const certify = () => api.post(`/v1/account/${second}/certificate`, { body: {} })
  const certified = await pollUntil(certify, ({ status }) => status !== 409)
  expect(certified.status).toBe(200)
  const { code } = (certified.body as { certificate: { code: string } }).certificate
  const revoke = () =>
    stage.engine.operator.post(`/operator/v1/certificates/${code}/revoke`, { body: { reason: 'two accounts' } })
  expect((await untilAnswered(revoke)).status).toBe(200)
  const approve = () => stage.engine.operatorAs('otto').post(`/operator/v1/promotions/${second}/approve`)
  await untilAnswered(approve)
  const third = await successorOf(second)
  for (const accountId of [challenge.account_id, second, third])
    expect(await replays.of({ accountId, userId })).toMatchObject({ status: 'EQUAL', reason: null })
  const { rows } = await stage.pool.query<{ kind: string }>(
    'select distinct kind from commands where account_id = any($1) order by kind',
    [[challenge.account_id, second, third]],
  )
  const kinds = [
    ...['approve_promotion', 'create_challenge', 'issue_certificate', 'open_phase', 'promote_challenge'],
    'revoke_certificate',
  ]
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
}, 60_000)

/** Changes stored rows as nobody can who goes by the API, looks, and changes them back. */
async function planted(table: string, change: string, back: string, values: readonly unknown[]) {
  const write = async (statement: string): Promise<void> => {
    const client = await stage.pool.connect()
    try {
      await client.query(`begin; alter table ${table} disable trigger user`)
      const { rowCount } = await client.query(statement, [known.accountId, ...values])
      await client.query(`alter table ${table} enable trigger user; commit`)
      expect(rowCount).toBe(1)
    } finally {
      client.release()
    }
  }
  await write(change)
  const result = await replays.of(known)
  await write(back)
  expect(await replays.of(known)).toMatchObject({ status: 'EQUAL' })
  return result
}

const one = async (statement: string): Promise<string> => {
  const { rows } = await stage.pool.query<{ id: string }>(`${statement} limit 1`, [known.accountId])
  return rows[0]!.id
}

describe('what is not as it was decided is named', () => {
  test('a fill', async () => {
    const id = await one('select id from fills where account_id = $1 order by created_at offset 2')
    const of = 'where account_id = $1 and id = $2'
    const { status, difference } = await planted(
      ...(['fills', `update fills set price = price + 1 ${of}`, `update fills set price = price - 1 ${of}`] as const),
      [id],
    )
    expect([status, difference?.subject, difference?.field]).toEqual(['DIFFERENT', `fills ${id}`, 'price'])
    expect(difference?.command?.kind).toBeDefined()
    expect(Number(difference?.stored) - Number(difference?.decided)).toBe(1)
  })

  test('an event', async () => {
    const id = await one(`select id from whole_events where account_id = $1 and type = 'order.ack' order by sequence`)
    const of = 'where account_id = $1 and id = $2'
    const { status, difference } = await planted(
      'events',
      `update events set created_at = created_at + interval '1 microsecond' ${of}`,
      `update events set created_at = created_at - interval '1 microsecond' ${of}`,
      [id],
    )
    expect([status, difference?.subject, difference?.field]).toEqual(['DIFFERENT', `whole_events ${id}`, 'created_at'])
  })

  test('an input', async () => {
    const id = await one(
      `select id from commands where account_id = $1 and kind = 'place_order' and moves and recorded like '%"side":"BUY"%'`,
    )
    const swap = (from: string, to: string) =>
      `update commands set recorded = replace(recorded, '"side":"${from}"', '"side":"${to}"') where account_id = $1 and id = $2`
    const { status, difference } = await planted('commands', swap('BUY', 'SELL'), swap('SELL', 'BUY'), [id])
    expect([status, difference?.command?.id]).toEqual(['DIFFERENT', id])
  })

  test('an answer', async () => {
    const id = await one(`select id from commands where account_id = $1 and kind = 'place_order' and not moves`)
    const set = (to: number) => `update commands set status = ${to} where account_id = $1 and id = $2`
    const { difference } = await planted('commands', set(201), set(200), [id])
    expect(difference).toMatchObject({
      subject: 'command',
      field: 'status',
      stored: '201',
      decided: '200',
      command: { id },
    })
  })

  test('a row that no decision has written, and one that is not there', async () => {
    const id = await one(
      `select id from transfers where account_id = $1 and fill_id is not null order by created_at desc`,
    )
    const { difference } = await planted(
      'transfers',
      'update transfers set id = gen_random_uuid(), account_id = $1 where account_id = $1 and id = $2',
      `update transfers set id = $2 where account_id = $1 and substr(id::text, 15, 1) = '4'`,
      [id],
    )
    expect(difference).toMatchObject({ subject: `transfers ${id}`, field: 'id', stored: 'nothing' })
  })

  test('a rule', async () => {
    const dearer = (instrument: Instrument | undefined): Instrument | undefined =>
      instrument && {
        ...instrument,
        terms: Object.fromEntries(
          Object.entries(instrument.terms).map(([venue, terms]) => [
            venue,
            { ...terms, takerFeeRate: rate(terms.takerFeeRate + 1_000_000_000_000n) },
          ]),
        ),
      }
    const changed = ({ instruments, ...tools }: ReplayTools): ReplayTools => ({
      ...tools,
      instruments: {
        find: (symbol) => dearer(instruments.find(symbol)),
        resolve: (spelling) => dearer(instruments.resolve(spelling)),
        candidates: (spelling) => instruments.candidates(spelling),
      },
    })
    const { status, difference } = await replays.of(known, changed)
    expect(status).toBe('DIFFERENT')
    expect(difference).toMatchObject({ subject: 'response', command: { kind: 'place_order' } })
    expect(difference?.field).toMatch(/fee|balance|equity|margin/)
  })
})

test('under its own plan the shadow of every account is the account', async () => {
  for (const actor of actors) {
    const { own, shadow, ...result } = await replays.shadowOf(actor)
    expect(result).toMatchObject({ status: 'SAME', difference: null, reason: null, supposed: 0 })
    expect(shadow).toEqual(own)
  }
}, 600_000)

test('an account of an earlier version is said to be one, and never skipped', async () => {
  const id = await one(`select id from commands where account_id = $1 order by created_at`)
  const { rows } = await stage.pool.query<{ recorded: string }>('select recorded from commands where id = $1', [id])
  const set = `update commands set recorded = $3 where account_id = $1 and id = $2`
  const result = await planted(
    'commands',
    'update commands set recorded = null where account_id = $1 and id = $2 and $3::text is not null',
    set,
    [id, rows[0]!.recorded],
  )
  expect(result).toMatchObject({ status: 'PARTIAL', commands: 0 })
  expect(result.reason).toMatch(/^nothing was recorded of the command create_account of /)
})

test('all accounts of a database are replayed by one command, which tells Prometheus', async () => {
  const lines: string[] = []
  const run = {
    ...{
      databaseUrl: stage.databaseUrl,
      out: (line: string) => lines.push(line),
      error: (line: string) => lines.push(line),
    },
    stopping: new AbortController().signal,
  }
  expect(await runReplay(['--all'], run)).toBe(0)
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ different: 0, equal: ACTORS + 5, partial: 0 })
  expect(await runReplay(['--account', 'nothing'], run)).toBe(2)
  expect(lines.at(-1)).toMatch(/^usage: /)
})
