/** Whether the chain and the books of LIVE accounts fit together once all has come to its rest. */
import { waitUntil } from '@ats/local-stack'
import type { CheckResult } from '../checker/check.js'
import { checkThese } from '../checker/check.js'
import { doubled, inconsistent, lost, type Finding } from '../checker/evidence.js'
import { exact } from '../checker/decimals.js'
import { clientIds } from '../checker/checks/client-ids.js'
import { events } from '../checker/checks/events.js'
import { liveFills } from '../checker/checks/fills.js'
import { ledger } from '../checker/checks/ledger.js'
import { reads } from '../checker/checks/reads.js'
import { versions } from '../checker/checks/versions.js'
import { acknowledgements, foldHistory, readAcknowledgement, type Operation } from '../checker/operations.js'
import { takeSnapshot } from '../checker/snapshot.js'
import type { LiveAccount, LiveTestBed } from './live-test-bed.js'
import type { Stop } from './live-stops.js'

type Find = (testBed: LiveTestBed, account: LiveAccount) => Promise<readonly Finding[]>

interface LiveCheck {
  readonly name: string
  readonly find: Find
}

/** The engine's own comparison of a wallet, once its reading is newer than this. */
const READING_TIMEOUT_MS = 30_000

const agree: Find = async (testBed, { wallet }) => {
  const head = await testBed.live.chain.head()
  let differences: unknown = 'nothing was read'
  await waitUntil(
    async () => {
      const path = `/wallets/${wallet}/differences`
      const reading = await testBed.operator<{ block: number | null; is_equal: boolean; differences: unknown }>(
        'GET',
        path,
      )
      differences = reading.differences
      return reading.block !== null && reading.block >= head
    },
    { timeoutMs: READING_TIMEOUT_MS },
  )
  return JSON.stringify(differences) === '[]' ? [] : [inconsistent(`${wallet}: ${JSON.stringify(differences)}`)]
}

const nothingLeft: Find = async ({ live }, { venue, wallet }) => {
  const held = await live.keepers[venue].countHoldings(wallet)
  return held === 0 ? [] : [inconsistent(`${wallet} has ${held} orders and positions at ${venue}`)]
}

const notTwice: Find = async ({ database }, { wallet }) => {
  const { rows } = await database.query<{ request_id: string; call_index: number; mined: number }>(
    `select request_id, call_index, count(*)::int as mined from venue_transactions
      where wallet = $1 and state = 'MINED' and purpose = 'request' group by 1, 2 having count(*) > 1`,
    [wallet],
  )
  return rows.map(({ request_id: id, call_index: call, mined }) => doubled(`call ${call} of ${id}: ${mined} times`))
}

const noGaps: Find = async ({ database, live }, { wallet }) => {
  const { rows } = await database.query<{ nonces: number; next: number }>(
    `select count(distinct nonce)::int as nonces, coalesce(max(nonce) + 1, 0)::int as next
      from venue_transactions where wallet = $1`,
    [wallet],
  )
  const { nonces = 0, next = 0 } = rows[0] ?? {}
  const onChain = Number(await live.chain.rpc('eth_getTransactionCount', wallet, 'latest'))
  if (nonces === next && next === onChain) return []
  return [inconsistent(`${wallet}: ${nonces} nonces up to ${next}, the chain has ${onChain}`)]
}

const allEnded: Find = async ({ database }, { id }) => {
  const { rows } = await database.query<{ id: string; state: string }>(
    `select id, state from venue_requests where account_id = $1
        and state in ('NEW', 'SIGNED', 'SENT', 'ACCEPTED', 'FROZEN')
      union all select id, status from orders where account_id = $1 and status in ('PENDING', 'OPEN', 'PARTIALLY_FILLED')`,
    [id],
  )
  return rows.map((row) => lost(`${row.id} is ${row.state} for ever`))
}

/** Gas is paid in the native token; all else came out of the wallet's USDC, of six decimals. */
const funds: Find = async ({ database, live }, { id, venue, wallet, moneyBefore }) => {
  const { rows } = await database.query<{ paid: string }>(
    `select trim_scale(coalesce(sum(case direction when 'IN' then amount else -amount end), 0))::text as paid
      from transfers where account_id = $1 and house not in ('capital', 'execution')`,
    [id],
  )
  const paid = exact(rows[0]?.paid ?? '0')
  const moved = ((await live.money(venue, wallet)) - moneyBefore) * exact('0.000001')
  return paid === moved ? [] : [inconsistent(`${wallet} (${venue}): the ledger says ${paid}, the wallet ${moved}`)]
}

const notHalted: Find = async ({ database }, { id }) => {
  const { rows } = await database.query<{ state: string; state_reason: string | null }>(
    `select state, state_reason from accounts where id = $1 and state_reason like 'venue_mismatch%'`,
    [id],
  )
  return rows.map((row) => inconsistent(`${id} is ${row.state}: ${row.state_reason}`))
}

const LIVE_CHECKS: readonly LiveCheck[] = [
  { name: 'no call of a request was mined twice', find: notTwice },
  { name: 'every request and every order has ended', find: allEnded },
  { name: 'nothing is at the venue that the books do not know', find: nothingLeft },
  { name: 'books and venue have no difference', find: agree },
  { name: 'no account was halted for a difference', find: notHalted },
  { name: 'funds of the wallet = ledger to the last digit', find: funds },
  { name: 'nonces have no gap', find: noGaps },
]

/** The checks that a LIVE order keeps as well: its size becomes what the venue has executed. */
const CHECKS = [clientIds, reads, ledger, versions, events, liveFills]

/** A stop is in force from its answer until its end is asked for; clocks are those of one machine. */
async function askedWhileStopped({ database }: LiveTestBed, stops: readonly Stop[]): Promise<CheckResult> {
  const findings: Finding[] = []
  for (const { accountId, kind, span } of stops) {
    if (span === null) continue
    const { rows } = await database.query<{ id: string }>(
      `select id from venue_requests where account_id = $1 and kind = 'open'
          and created_at > to_timestamp($2 / 1000.0) and created_at < to_timestamp($3 / 1000.0)`,
      [accountId, span.fromMs, span.untilMs],
    )
    findings.push(...rows.map(({ id }) => inconsistent(`${id} was asked to open during ${kind} of ${accountId}`)))
  }
  return { name: 'nothing was asked to open while its account was stopped', findings }
}

export async function verifyLive(
  testBed: LiveTestBed,
  accounts: readonly LiveAccount[],
  stops: readonly Stop[],
): Promise<{ readonly operations: readonly Operation[]; readonly checks: readonly CheckResult[] }> {
  const operations = foldHistory(testBed.history.lines)
  const snapshot = await takeSnapshot(
    testBed.database,
    accounts.map(({ id }) => id),
  )
  const known = new Set(snapshot.orders.map(({ id }) => id))
  const missing = operations.flatMap((operation) =>
    acknowledgements(operation).flatMap(({ text }) => {
      const { order } = readAcknowledgement(operation.invocation, text)
      return order === null || known.has(order.id) ? [] : [lost(`order ${order.id} was acknowledged and is not there`)]
    }),
  )
  const ofChain: CheckResult[] = []
  // One after the other: endpoints of the engine are in this process.
  for (const { name, find } of LIVE_CHECKS) {
    const findings: Finding[] = []
    for (const account of accounts) findings.push(...(await find(testBed, account)))
    ofChain.push({ name, findings })
  }
  ofChain.push(await askedWhileStopped(testBed, stops))
  const acknowledged = { name: 'every acknowledged order is in the database', findings: missing }
  return { operations, checks: [acknowledged, ...checkThese(CHECKS, { operations, snapshot }), ...ofChain] }
}
