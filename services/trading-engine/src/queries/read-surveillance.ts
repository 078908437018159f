/**
 * Surveillance of all accounts over a window: what they traded is read once, in slices, and looked through in slices.
 * One report is made at a time, and the last one is kept for a minute, so that its pages are of one moment.
 */
import { chunksOf, createTurns, type Visitor } from '@ats/service-kit/async'
import { invalidPayload } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { addsToLosers, countLosersAddedTo, type LoserCount } from '../core/read/surveillance/adding-to-losers.js'
import {
  NETWORKS_MIN,
  type CaseKind,
  type PairedTrade,
  type ShownCase,
  type Surveillance,
  type SurveillanceCase,
  type TradePair,
} from '../core/read/surveillance/case.js'
import { findMatchedPairs, MATCHES_MIN, type MatchedPair } from '../core/read/surveillance/matched-trades.js'
import {
  countProfitAtJumps,
  profitsAtJumps,
  type JumpCount,
  type JumpProfit,
} from '../core/read/surveillance/profit-at-jumps.js'
import {
  createTradeTable,
  orderTrades,
  TRADES_MAX,
  type Steps,
  type TradeTable,
  type TradingAccount,
} from '../core/read/surveillance/trade-table.js'
import type { Micros } from '../core/values/time.js'
import { ownHedgeCases } from '../core/read/surveillance/own-hedges.js'
import { listOwnHedges } from '../store/operator/own-hedges.js'
import { listKeysOnManyNetworks, type ManyNetworks } from '../store/operator/key-networks.js'
import {
  findTrades,
  readTraded,
  type ReadTrade,
  type TradedRows,
  type TradedWindow,
  type TradeKey,
} from '../store/operator/surveillance.js'

/** Days that one report looks at. */
export const SURVEILLANCE_DAYS_MAX = 31
const DAY: Micros = 86_400_000_000
const KEPT_MS = 60_000
const KEYS_AT_A_TIME = 500

export interface SurveillanceRequest extends TradedWindow {
  readonly kind: CaseKind | null
  readonly offset: number
  readonly limit: number
}

export type ReadSurveillance = (request: SurveillanceRequest, visitor: Visitor) => Promise<Surveillance>

interface Report extends Omit<Surveillance, 'cases' | 'total'> {
  readonly table: TradeTable
  readonly cases: readonly FoundCase[]
}

interface FoundCase extends SurveillanceCase {
  readonly matches: MatchedPair['matches']
  /** The pairs, where they are known without the table. */
  readonly pairs?: readonly TradePair[]
}

/** Half of the time is left to other work, however long a report takes. */
const takeTurn = createTurns({ share: 0.5 })

/** `tradesMax`: in a window. */
export function createReadSurveillance(pool: Pool, tradesMax = TRADES_MAX): ReadSurveillance {
  let kept: { readonly key: string; readonly report: Report; readonly until: number } | null = null
  let before: Promise<unknown> = Promise.resolve()
  let forget: NodeJS.Timeout | undefined

  async function reportOf(window: TradedWindow, visitor: Visitor): Promise<Report> {
    const key = `${window.from} ${window.to}`
    if (kept?.key === key && performance.now() < kept.until) return kept.report
    kept = null
    clearTimeout(forget)
    const report = await makeReport(pool, window, tradesMax, visitor)
    kept = { key, report, until: performance.now() + KEPT_MS }
    forget = setTimeout(() => (kept = null), KEPT_MS).unref()
    return report
  }

  return async ({ kind, offset, limit, ...window }, visitor) => {
    refuseLong(window)
    const made = before.then(() => reportOf(window, visitor))
    before = made.catch(() => undefined)
    const { table, cases, ...counts } = await made
    const wanted = kind === null ? cases : cases.filter((one) => one.kind === kind)
    const shown = wanted.slice(offset, offset + limit)
    return { ...counts, total: wanted.length, cases: await showPairs(pool, table, shown) }
  }
}

function refuseLong({ from, to }: TradedWindow): void {
  if (to - from > SURVEILLANCE_DAYS_MAX * DAY) refuse(`from and to may be ${SURVEILLANCE_DAYS_MAX} days apart at most`)
}

function refuse(message: string): never {
  throw invalidPayload([{ path: ['from'], code: 'window.too_long', message }], message)
}

const makeReport = (pool: Pool, window: TradedWindow, tradesMax: number, visitor: Visitor): Promise<Report> =>
  readTraded(pool, window, async (rows) => {
    const { table, jumps } = await readTable(rows, tradesMax, visitor)
    const losers = await readLosers(rows, table, visitor)
    const order = await inTurns(orderTrades(table), visitor)
    const { pairs, crowded, isCut } = await inTurns(findMatchedPairs(table, order), visitor)
    const keys = await listKeysOnManyNetworks(pool, window, NETWORKS_MIN)
    const own = await listOwnHedges(pool, window)
    const hedges = ownHedgeCases(own.hedges, own.trades).map((found) => ({ ...found, matches: [] }))
    const cases = [...pairs.map(caseOfPair), ...hedges, ...losers, ...jumps, ...keys.map(caseOfKey)]
    cases.sort((one, other) => KIND_ORDER[one.kind] - KIND_ORDER[other.kind] || other.matched - one.matched)
    const counts = { accounts: table.accounts.length, trades: table.length, crowded, isCut: isCut || own.isCut }
    return { ...window, table, ...counts, cases }
  })

const KIND_ORDER: Readonly<Record<CaseKind, number>> = {
  COPY: 0,
  HEDGE: 1,
  OWN_HEDGE: 2,
  ADDING_TO_LOSERS: 3,
  PROFIT_AT_JUMPS: 4,
  KEY_ON_MANY_NETWORKS: 5,
}

async function inTurns<T>(steps: Steps<T>, visitor: Visitor): Promise<T> {
  for (;;) {
    await takeTurn(visitor)
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

interface ReadTable {
  readonly table: TradeTable
  readonly jumps: readonly FoundCase[]
}

/** Accounts with fewer trades than matches are needed cannot be part of a case. */
async function readTable({ trades }: TradedRows, tradesMax: number, visitor: Visitor): Promise<ReadTable> {
  const builder = createTradeTable(tradesMax)
  const found: FoundCase[] = []
  let of = null as AccountTrades | null
  /** Takes what has come of the account so far into the table: one with many trades is not held twice. */
  const take = ({ id, userId, waiting, count }: AccountTrades): void => {
    if (count < MATCHES_MIN) return
    if (!builder.add({ id, userId }, waiting.splice(0)))
      refuse(`more than ${tradesMax} trades were closed between from and to: ask for a shorter time`)
  }
  const finish = (account: AccountTrades | null): void => {
    if (account === null) return
    take(account)
    const profit = account.jumps.sum()
    if (profitsAtJumps(profit)) found.push(caseOfJumps(account, profit))
  }
  for await (const rows of trades()) {
    await takeTurn(visitor)
    for (const trade of rows) {
      if (of?.id !== trade.accountId) {
        finish(of)
        const { accountId: id, userId } = trade
        of = { id, userId, waiting: [], count: 0, jumps: countProfitAtJumps() }
      }
      of.waiting.push(trade)
      of.count += 1
      of.jumps.add(trade)
    }
    if (of !== null) take(of)
  }
  finish(of)
  return { table: builder.build(), jumps: found }
}

/** An account while it is read. */
interface AccountTrades {
  readonly id: string
  readonly userId: string
  readonly waiting: ReadTrade[]
  count: number
  readonly jumps: JumpCount
}

async function readLosers({ entries }: TradedRows, table: TradeTable, visitor: Visitor): Promise<readonly FoundCase[]> {
  const accounts = new Map(table.accounts.map((account) => [account.id, account]))
  const cases: FoundCase[] = []
  let [current, losers]: [string | null, LoserCount] = [null, countLosersAddedTo()]
  const finish = (): void => {
    const account = accounts.get(current ?? '')
    if (account !== undefined && addsToLosers(losers.count(), account.trades))
      cases.push(caseOfLosers(account, losers.count()))
  }
  for await (const rows of entries()) {
    await takeTurn(visitor)
    for (const { accountId, ...entry } of rows) {
      if (current !== accountId) {
        finish()
        ;[current, losers] = [accountId, countLosersAddedTo()]
      }
      losers.add(entry)
    }
  }
  finish()
  return cases
}

const caseOfPair = ({ first, second, matched, sameSide, share, matches }: MatchedPair): FoundCase => ({
  kind: 2 * sameSide >= matched ? 'COPY' : 'HEDGE',
  accounts: [first, second].map(({ id, userId, trades }) => ({ accountId: id, userId, trades })),
  ...{ matched, sameSide, share, key: null, matches },
})

const caseOfLosers = ({ id, userId, trades }: TradingAccount, matched: number): FoundCase => ({
  kind: 'ADDING_TO_LOSERS',
  accounts: [{ accountId: id, userId, trades }],
  ...{ matched, sameSide: null, share: matched / trades, key: null, matches: [] },
})

const caseOfJumps = (
  { id: accountId, userId, count: trades }: AccountTrades,
  { trades: matched, share }: JumpProfit,
): FoundCase => ({
  kind: 'PROFIT_AT_JUMPS',
  accounts: [{ accountId, userId, trades }],
  ...{ matched, sameSide: null, share, key: null, matches: [] },
})

const caseOfKey = ({ share, ...key }: ManyNetworks): FoundCase => ({
  ...{
    kind: 'KEY_ON_MANY_NETWORKS',
    accounts: [],
    matched: key.networks.length,
    sameSide: null,
    share,
    key,
    matches: [],
  },
})

async function showPairs(pool: Pool, table: TradeTable, cases: readonly FoundCase[]): Promise<readonly ShownCase[]> {
  const keyOf = (trade: number): TradeKey => ({
    accountId: table.accounts[table.account[trade] ?? 0]?.id ?? '',
    closedAt: table.closedAt[trade] ?? 0,
  })
  const keys = cases.flatMap(({ matches }) => matches.flatMap(([first, second]) => [keyOf(first), keyOf(second)]))
  const found: (PairedTrade | undefined)[] = []
  for (const some of chunksOf(keys, KEYS_AT_A_TIME)) found.push(...(await findTrades(pool, some)))
  let next = 0
  return cases.map(({ matches, pairs: known, ...rest }) => {
    if (known !== undefined) return { ...rest, pairs: known }
    const pairs = matches.flatMap(([trade]): readonly TradePair[] => {
      const [first, second] = [found[next++], found[next++]]
      const symbol = table.symbols[table.symbol[trade] ?? 0] ?? ''
      return first === undefined || second === undefined ? [] : [{ symbol, first, second }]
    })
    return { ...rest, pairs }
  })
}
