/**
 * Races about payouts on two replicas while the price moves: the account holds a position, and beside cancellation,
 * proposal, approvals and rejection the market falls a little, or so far that what is reserved is lost, or under the
 * floor; or it rises. The floor of the plan stays where it is while payouts are paid, and each race brings it closer.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { timeOf } from './market/scripted-world.js'
import type { TestEngine } from './engine/engine.js'
import { untilAnswered } from './engine/until-answered.js'
import { planFile } from './plans/plan-file.js'
import { versionOf } from './payout-version.js'
import { pollUntil } from './poll-until.js'
import { around, startStage, type Actor, type Stage } from './stage.js'

const PLAN = planFile('moved', {
  risk_config: {
    max_drawdown: { mode: 'STATIC', pct: 1, on_first_payout: 'KEEP' },
    ...{ daily_loss: null, objective: null, news_freeze: null },
    exposure: { margin_mode: 'CROSS' },
    payouts: {
      ...{ first_after_days: 0, every_days: 0, min_amount: '1', buffer_amount: '0', flat: false },
      split: [{ pct: '80' }],
    },
  },
})
const FLOOR = 99_000
/** The amount of each payout, and of the profit before it. */
const AMOUNT = 100
const PRICE = 20_000
/** The equity of the account, in its distance from the floor, at the price that a race moves to; null: as it is. */
const MOVES = [null, 'RISE', 'DIP', AMOUNT + 20, AMOUNT / 2, AMOUNT / 2, -50] as const
type Move = (typeof MOVES)[number]
const STATUSES = new Set([200, 201, 409])

export interface MovedOutcomes {
  readonly paid: number
  readonly cancelled: number
  readonly rejected: number
  /** Accounts that a price ended. */
  readonly ended: number
  /** Payouts that were paid while the price was another than at their request. */
  readonly paidAfterMove: number
  /** Payouts that the market loop rejected, because the account could no longer keep what they reserve. */
  readonly lostReservations: number
}

/** An account with one BTC-USD, and what has become of it. */
interface Holder {
  readonly actor: Actor
  /** Dollars the account was credited: its floor is higher by them. */
  credited: number
}

export const startMovedStage = (): Promise<Stage> => startStage('2026-03-02T12:00:00Z', around(PRICE))

/** The same races for a seed, as far as the requests of one can be told to arrive in an order. */
export async function raceMovedPayouts(
  stage: Stage,
  second: TestEngine,
  races: number,
  seed: number,
): Promise<MovedOutcomes> {
  const random = drawing(seed)
  const prices = [{ from: timeOf(stage.now()), price: PRICE }]
  const move = (price: number): void => {
    stage.set(around(price))
    prices.push({ from: timeOf(stage.now()), price })
  }
  await stage.engine.operator.put('/operator/v1/plans', { body: { plans: [PLAN] } })
  const ids: string[] = []
  const counted = { ended: 0, paidAfterMove: 0 }
  let open: Holder | null = null
  while (ids.length < races) {
    move(PRICE)
    const holder: Holder = open ?? (await openHolder(stage))
    open = holder
    await credit(stage, holder, AMOUNT)
    const id = await request(holder, second)
    if (id === null) {
      open = null
      continue
    }
    ids.push(id)
    await compete(stage, second, holder, id, random, move)
    const { isEnded, isPaidAfterMove } = await check(stage, second, holder, id, prices)
    if (isPaidAfterMove) counted.paidAfterMove += 1
    if (isEnded) {
      counted.ended += 1
      open = null
    }
  }
  return { ...(await countEnds(stage, ids)), ...counted }
}

/** Whole numbers under a bound. */
function drawing(seed: number): (below: number) => number {
  let state = seed | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

async function openHolder(stage: Stage): Promise<Holder> {
  const actor = await stage.actor('moved')
  const holder = { actor, credited: 0 }
  await credit(stage, holder, AMOUNT)
  await actor.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 1 })
  return holder
}

async function credit({ engine }: Stage, holder: Holder, amount: number): Promise<void> {
  const body = { direction: 'IN', amount, reason: 'profit', reference: randomUUID() }
  const path = `/operator/v1/accounts/${holder.actor.accountId}/capital`
  const { status, text } = await untilAnswered(() => engine.operator.post(path, { body }))
  assert.ok(status === 200 || status === 201, text)
  holder.credited += amount
}

/** Asked for on both replicas: one of them is taken. Null where the floor is too near for another payout. */
async function request({ actor }: Holder, second: TestEngine): Promise<string | null> {
  const answers = await Promise.all(
    [actor.api, second.api.with(actor.key.headers)].map((replica) =>
      untilAnswered(() =>
        replica.post<{ id: string }>(`/v1/account/${actor.accountId}/payouts`, {
          body: { amount: AMOUNT, client_id: randomUUID() },
        }),
      ),
    ),
  )
  const taken = answers.filter(({ status }) => status === 201)
  assert.ok(taken.length <= 1 && answers.every(({ status }) => STATUSES.has(status)), JSON.stringify(answers))
  return taken[0]?.body.id ?? null
}

async function compete(
  stage: Stage,
  second: TestEngine,
  { actor, credited }: Holder,
  id: string,
  random: (below: number) => number,
  move: (price: number) => void,
): Promise<void> {
  const { engine } = stage
  const { api, accountId, key } = actor
  const decide = (by: TestEngine, name: string, verb: string, body: object = {}) =>
    untilAnswered(() => by.operatorAs(name).post(`/operator/v1/payouts/${id}/${verb}`, { body }))
  const approve = async (by: TestEngine) => decide(by, 'otto', 'approve', { version: await versionOf(engine.pool, id) })
  const cancel = (replica: Actor['api']) =>
    untilAnswered(() => replica.post(`/v1/account/${accountId}/payouts/${id}/cancel`))
  if (random(2) === 0) await decide(engine, 'olga', 'propose')
  const { body } = await api.get<{ equity: number }>(`/v1/account/${accountId}/summary`)
  const target = priceOf(MOVES[random(MOVES.length)] ?? null, body.equity - FLOOR - credited)
  /** After as many reads as were drawn, each of which shows what is reserved: all of the payout, or nothing. */
  const moveAfter = async (reads: number): Promise<void> => {
    for (let read = 0; read < reads; read += 1)
      await expectReserved(random(2) === 0 ? api : second.api.with(key.headers))
    if (target !== null) move(target)
  }
  const expectReserved = async (replica: Actor['api']): Promise<void> => {
    const shown = await replica.get<{ reserved_payout: number }>(`/v1/account/${accountId}/summary`)
    assert.ok([0, AMOUNT].includes(shown.body.reserved_payout), shown.text)
  }
  const answers = await Promise.all([
    ...(random(4) === 0 ? [cancel(second.api.with(key.headers)), cancel(api)] : []),
    decide(engine, 'olga', 'propose'),
    approve(second),
    ...(random(8) === 0 ? [decide(second, 'rita', 'reject', { reason: 'late' })] : []),
    approve(engine),
    moveAfter(random(3)).then(() => null),
    ...(random(2) === 0 ? [decide(second, 'olga', 'propose').then(() => approve(second))] : []),
  ])
  for (const answer of answers) assert.ok(answer === null || STATUSES.has(answer.status), answer?.text)
}

/** The price at which an account with one BTC-USD, so far from its floor now, is as far as the move says. */
function priceOf(move: Move, distance: number): number | null {
  if (move === null) return null
  if (move === 'RISE') return PRICE + 500
  if (move === 'DIP') return PRICE - 30
  return Math.min(PRICE, Math.round(PRICE - distance + move))
}

interface Checked {
  readonly isEnded: boolean
  readonly isPaidAfterMove: boolean
}

interface Row {
  readonly state: string
  readonly balance: string
  readonly ledger: string
  readonly debits: string
  readonly paid: string
  readonly open: string
  readonly ends: string
  readonly ended: string
  readonly breaches: string
}

/**
 * Checks that all that has to happen at the price of the race has happened: under its floor the account has ended, and
 * nothing is reserved that it could not keep. The ledger has one debit for each payout that was paid, and at the price
 * at which this one was paid the equity after it was not under the floor.
 */
async function check(
  stage: Stage,
  second: TestEngine,
  { actor, credited }: Holder,
  id: string,
  prices: readonly { readonly from: number; readonly price: number }[],
): Promise<Checked> {
  const { pool } = stage
  const { accountId, api, key } = actor
  const floor = FLOOR + credited
  const { rows: held } = await pool.query<{ entry: string }>(
    `select opened_notional / opened_quantity as entry from positions where account_id = $1`,
    [accountId],
  )
  const entry = Number(held[0]?.entry)
  const price = prices.at(-1)!.price
  const row = await pollUntil(
    () => readRow(pool, accountId),
    ({ state, balance, open }) => {
      if (state === 'TERMINATED') return open === '0'
      const equity = Number(balance) + price - entry
      return equity >= floor && (open === '0' || equity - Number(open) >= floor)
    },
  )
  assert.equal(row.balance, row.ledger)
  assert.equal(Number(row.debits), Number(row.paid))
  assert.equal(row.ends, row.ended)
  assert.equal(row.breaches, row.state === 'TERMINATED' ? '1' : '0')
  for (const replica of [api, second.api.with(key.headers)]) {
    const { body } = await replica.get<{ reserved_payout: number }>(`/v1/account/${accountId}/summary`)
    assert.equal(body.reserved_payout, Number((await readRow(pool, accountId)).open))
  }
  const isPaidAfterMove = await checkPaid(pool, id, { floor, entry, prices })
  if (row.open !== '0') await end(stage, actor, id)
  return { isEnded: row.state === 'TERMINATED', isPaidAfterMove }
}

async function readRow(pool: Stage['pool'], accountId: string): Promise<Row> {
  const { rows } = await pool.query<Row>(
    `select a.state, a.balance, (select sum(case direction when 'IN' then amount else -amount end) from transfers
        where account_id = a.id) as ledger,
      (select coalesce(sum(amount), 0) from transfers where account_id = a.id and direction = 'OUT'
        and house = 'capital') as debits,
      (select coalesce(sum(amount), 0) from payouts where account_id = a.id and status = 'PAID') as paid,
      (select coalesce(trim_scale(sum(amount)), 0) from payouts where account_id = a.id
        and status in ('REQUESTED', 'PROPOSED')) as open,
      (select count(*) from payouts where account_id = a.id and status in ('PAID', 'REJECTED', 'CANCELLED')) as ends,
      (select count(*) from events where account_id = a.id
        and type in ('payout.paid', 'payout.rejected', 'payout.cancelled')) as ended,
      (select count(*) from breaches where account_id = a.id) as breaches
    from accounts a where a.id = $1`,
    [accountId],
  )
  const [row] = rows
  assert.ok(row !== undefined)
  return row
}

interface PaidAt {
  readonly floor: number
  readonly entry: number
  readonly prices: readonly { readonly from: number; readonly price: number }[]
}

/** Whether it was paid at another price than it was asked for at. */
async function checkPaid(pool: Stage['pool'], id: string, { floor, entry, prices }: PaidAt): Promise<boolean> {
  const { rows } = await pool.query<{ at: string; after: string }>(
    `select (extract(epoch from p.decided_at) * 1000000)::bigint as at, t.balance_after as after
      from payouts p, lateral (select balance_after from transfers where account_id = p.account_id
        and direction = 'OUT' and house = 'capital' and created_at <= p.decided_at
        order by created_at desc limit 1) t
      where p.id = $1 and p.status = 'PAID'`,
    [id],
  )
  const [paid] = rows
  if (paid === undefined) return false
  const { price } = prices.findLast(({ from }) => from <= Number(paid.at))!
  const equity = Number(paid.after) + price - entry
  assert.ok(equity >= floor, `payout ${id} was paid at ${price}: equity ${equity}, floor ${floor}`)
  return price !== PRICE
}

/** Ends what is still open: it would be in the way of the next race. */
async function end({ engine, pool }: Stage, { api, accountId }: Actor, id: string): Promise<void> {
  await untilAnswered(() => api.post(`/v1/account/${accountId}/payouts/${id}/cancel`))
  await untilAnswered(() =>
    engine.operatorAs('rita').post(`/operator/v1/payouts/${id}/reject`, { body: { reason: 'next' } }),
  )
  assert.equal((await readRow(pool, accountId)).open, '0')
}

async function countEnds(
  { pool }: Stage,
  ids: readonly string[],
): Promise<Pick<MovedOutcomes, 'paid' | 'cancelled' | 'rejected' | 'lostReservations'>> {
  const { rows } = await pool.query<{ status: string; code: string | null; count: string }>(
    'select status, code, count(*) as count from payouts where id = any($1) group by 1, 2',
    [ids],
  )
  const of = (isMeant: (row: { status: string; code: string | null }) => boolean): number =>
    rows.filter(isMeant).reduce((sum, { count }) => sum + Number(count), 0)
  return {
    paid: of(({ status }) => status === 'PAID'),
    cancelled: of(({ status }) => status === 'CANCELLED'),
    rejected: of(({ status }) => status === 'REJECTED'),
    lostReservations: of(({ code }) => code === 'insufficient_profit'),
  }
}
