/**
 * The one statement that stores decisions, those of many accounts together, each part depending on the one before:
 *
 *   ok    the accounts, locked in order of their ids, whose version is still the one that was decided on
 *   idem  the command rows of those, unless their id or (user, client_id) already exists
 *   acc   the new figures of the accounts whose command rows are new and which the decisions change
 *   …     orders, positions, fills, transfers, events and trading days of the changed accounts
 *
 * So a version conflict or a duplicate command writes nothing of its own and stops no other write. The result has a row
 * for each write without a version conflict, and says whether it was stored. Of a write with several commands all are
 * new or none: where only some are, `refuse_write` ends the statement and names the write (migration 0027).
 *
 * Do not change: one row an account in `ok` and the sort in `idem`, or writes get lost or deadlock; `ok` and `acc` fed
 * by `unnest`, whose estimate keeps the plan on the index; parts tied by `(x in (select …)) is true`, a hashed test,
 * where a join would be quadratic. The other rows come as JSON: one parameter instead of one a column.
 */
import { ACCOUNT_COLUMNS } from '../tables/accounts.js'
import { BREACH_COLUMNS } from '../tables/breaches.js'
import { EVENT_COLUMNS } from '../tables/events.js'
import { FILL_COLUMNS } from '../tables/fills.js'
import { ORDER_COLUMNS } from '../tables/orders.js'
import { POSITION_COLUMNS } from '../tables/positions.js'
import { TRADING_DAY_COLUMNS } from '../tables/trading-days.js'
import { TRANSFER_COLUMNS } from '../tables/transfers.js'
import { LIVE_ORDER_COLUMN } from '../tables/live-order.js'
import { LIVE_FILL_COLUMN, LIVE_POSITION_COLUMN } from '../tables/live.js'
import { PAYOUT_COLUMNS } from '../tables/payouts.js'
import { PAYOUT_FIGURES_COLUMNS } from '../tables/payout-figures.js'
import { PROFIT_ADJUSTMENT_COLUMNS } from '../tables/profit-adjustments.js'
import { STRIKE_COLUMNS } from '../tables/strikes.js'
import { VENUE_REQUEST_COLUMNS } from '../tables/venue-requests.js'
import type { Column, SqlValue } from '../tables/column.js'
import type { Account } from '../../core/model/account/account.js'
import type { Fill } from '../../core/model/order/fill.js'
import type { Order } from '../../core/model/order/order.js'
import type { Position } from '../../core/model/account/position.js'
import type { Changes } from '../../core/model/draft.js'
import type { StoredEvent } from '../../core/model/events.js'
import { COMMAND_COLUMNS, type CommandRow } from '../tables/commands.js'
import { ACCOUNT_CHANNEL } from '../cluster/account-channel.js'

/** The decisions on an account that are stored together or not at all. */
export interface Write {
  /** The version that the first was decided on. */
  readonly version: number
  /** Each decided on the account as the one before leaves it. */
  readonly decisions: readonly [Decision, ...Decision[]]
}

export interface Decision {
  readonly command: CommandRow
  /** Null when only the answer is stored. */
  readonly changes: Changes | null
  /** The events of the changes, as they are stored. */
  readonly events: readonly StoredEvent[]
}

export const accountIdOf = ({ decisions: [{ command }] }: Write): string => command.accountId

export interface WriteStatement {
  readonly name: string
  readonly text: string
}

export interface StatementOptions {
  /** An account locked by another is passed over as if it had moved; else the statement waits for it. */
  readonly skipsLocked: boolean
  /** Tells the other processes which accounts moved; takes the sender as the last parameter. */
  readonly notifies: boolean
  /** For writes of which some have rows that few have: of LIVE accounts, or about payouts. */
  readonly isWide: boolean
}

/** The forms of the statement, each prepared once per connection. */
export function writeStatement({ skipsLocked, notifies, isWide }: StatementOptions): WriteStatement {
  return (isWide ? WIDE_STATEMENTS : STATEMENTS)[skipsLocked ? 1 : 0][notifies ? 1 : 0]
}

export const needsWide = (writes: readonly Write[]): boolean =>
  writes.some(({ decisions }) => decisions.some(({ changes }) => changes !== null && isWide(changes)))

const isWide = ({ account, payouts, payoutFigures, adjustments, strikes }: Changes): boolean =>
  account.plan.live !== undefined ||
  payouts !== undefined ||
  payoutFigures !== undefined ||
  adjustments !== undefined ||
  strikes !== undefined

/** Makes one parameter of the statement: its text, as Postgres reads it. */
type ToParameter = (writes: readonly Write[]) => string

interface ChildTable {
  readonly table: string
  readonly columns: readonly Column<never>[]
  readonly toParameter: ToParameter
}

/** Types whose text may hold what JSON has to escape. */
const ESCAPED_TYPES: ReadonlySet<string> = new Set(['text', 'bytea'])
/** Types that JSON writes without quotes: Postgres reads a number's digits, not a float. */
const BARE_TYPES: ReadonlySet<string> = new Set(['boolean', 'smallint', 'integer', 'bigint', 'numeric'])

type RowsOf<T> = (write: Write) => readonly T[]

const ordersOf: RowsOf<Order> = ({ decisions }) => lastOf(decisions, ({ changes }) => changes?.orders ?? [])
const positionsOf: RowsOf<Position> = ({ decisions }) =>
  closedFirst(lastOf(decisions, ({ changes }) => changes?.positions ?? []))
const fillsOf: RowsOf<Fill> = ({ decisions }) => allOf(decisions, ({ changes }) => changes?.fills ?? [])

/** Rows that PAPER and LIVE accounts have alike. */
const SHARED_TABLES: readonly ChildTable[] = [
  child('transfers', TRANSFER_COLUMNS, ({ decisions }) =>
    allOf(decisions, ({ command, changes }) =>
      (changes?.transfers ?? []).map((row) => ({ commandId: command.id, row })),
    ),
  ),
  child('events', EVENT_COLUMNS, ({ decisions }) => allOf(decisions, ({ events }) => events)),
  child('breaches', BREACH_COLUMNS, ({ decisions }) => allOf(decisions, ({ changes }) => changes?.breaches ?? [])),
  child('trading_days', TRADING_DAY_COLUMNS, ({ decisions }) =>
    allOf(decisions, ({ changes }) =>
      changes?.tradingDay ? [{ accountId: changes.account.id, day: changes.tradingDay }] : [],
    ),
  ),
]

/** Rows of a decision apart from its command and its account, in the order they are written. */
const CHILD_TABLES: readonly ChildTable[] = [
  child('orders', ORDER_COLUMNS, ordersOf),
  child('positions', POSITION_COLUMNS, positionsOf),
  child('fills', FILL_COLUMNS, fillsOf),
  ...SHARED_TABLES,
]

/** The same with what few decisions have. */
const WIDE_CHILD_TABLES: readonly ChildTable[] = [
  child<Order>('orders', [...ORDER_COLUMNS, LIVE_ORDER_COLUMN], ordersOf),
  child<Position>('positions', [...POSITION_COLUMNS, LIVE_POSITION_COLUMN], positionsOf),
  child<Fill>('fills', [...FILL_COLUMNS, LIVE_FILL_COLUMN], fillsOf),
  ...SHARED_TABLES,
  child('venue_requests', VENUE_REQUEST_COLUMNS, ({ decisions }) =>
    lastOf(decisions, ({ changes }) => changes?.requests ?? []),
  ),
  child('payouts', PAYOUT_COLUMNS, ({ decisions }) => lastOf(decisions, ({ changes }) => changes?.payouts ?? [])),
  child('profit_adjustments', PROFIT_ADJUSTMENT_COLUMNS, ({ decisions }) =>
    allOf(decisions, ({ changes }) => changes?.adjustments ?? []),
  ),
  child('strikes', STRIKE_COLUMNS, ({ decisions }) => allOf(decisions, ({ changes }) => changes?.strikes ?? [])),
  child('payout_figures', PAYOUT_FIGURES_COLUMNS, ({ decisions }) =>
    allOf(decisions, ({ changes }) => (changes?.payoutFigures === undefined ? [] : [changes.payoutFigures])),
  ),
]

/** Everybody takes the keys that others may want in this order, or they would wait for each other. */
const IDEMPOTENCY_ORDER = ['user_id', 'client_id', 'id']

const statementsOf = (prefix: string, tables: readonly ChildTable[]) =>
  [
    [
      buildStatement(`${prefix}_waiting`, '', false, tables),
      buildStatement(`${prefix}_waiting_notify`, '', true, tables),
    ],
    [
      buildStatement(prefix, ' skip locked', false, tables),
      buildStatement(`${prefix}_notify`, ' skip locked', true, tables),
    ],
  ] as const

const STATEMENTS = statementsOf('write', CHILD_TABLES)
const WIDE_STATEMENTS = statementsOf('write_wide', WIDE_CHILD_TABLES)

const COMMON_PARAMETERS: readonly ToParameter[] = [
  arrayParameter('uuid', accountIdOf),
  arrayParameter('bigint', ({ version }) => version),
  arrayParameter('int', ({ decisions }) => decisions.length),
  arrayParameter('int', ({ decisions }) => movesOf(decisions)),
  ...ACCOUNT_COLUMNS.map(({ type, value }) =>
    arrayParameter(type, ({ decisions }) => {
      const account = accountAfter(decisions)
      return account === null ? null : value(account)
    }),
  ),
  jsonParameter(COMMAND_COLUMNS, ({ decisions }) => decisions.map(({ command }) => command)),
]
const parametersOf = (tables: readonly ChildTable[]): readonly ToParameter[] => [
  ...COMMON_PARAMETERS,
  ...tables.map(({ toParameter }) => toParameter),
]
const PARAMETERS = parametersOf(CHILD_TABLES)
const WIDE_PARAMETERS = parametersOf(WIDE_CHILD_TABLES)

/** The parameters of the statement for these writes, at most one an account. */
export const writeParameters = (writes: readonly Write[], isWide = false): string[] =>
  (isWide ? WIDE_PARAMETERS : PARAMETERS).map((toParameter) => toParameter(writes))

function buildStatement(
  name: string,
  locking: string,
  notifies: boolean,
  tables: readonly ChildTable[],
): WriteStatement {
  let last = 0
  const next = (type: string): string => `$${++last}::${type}`
  const wide = [
    next('uuid[]'),
    next('bigint[]'),
    next('int[]'),
    next('int[]'),
    ...ACCOUNT_COLUMNS.map(({ type }) => next(`${type}[]`)),
  ]
  const commands = jsonSource(next('json'), COMMAND_COLUMNS)
  const children = tables.map(({ table, columns }) => insertOf(table, columns, next('json')))
  const notice = `(select pg_notify('${ACCOUNT_CHANNEL}', ${next('text')} || ',' || string_agg(id::text, ',')) from acc having count(*) > 0)`
  const text = `with
  ok as materialized (select u.* from (
      select distinct on (account_id) * from unnest(${wide.join(', ')})
        with ordinality as u (account_id, expected_version, commands, moves, ${names(ACCOUNT_COLUMNS, 'new_')}, i)
      order by account_id, i) u
    join accounts a on a.id = u.account_id and a.version = u.expected_version
    order by a.id for no key update of a${locking}),
  idem as (insert into commands (${names(COMMAND_COLUMNS)})
    select ${fields(COMMAND_COLUMNS)} from ${commands} where (i in (select i from ok)) is true
    order by ${IDEMPOTENCY_ORDER.map((name) => fieldOf(COMMAND_COLUMNS, name)).join(', ')} on conflict do nothing returning id, account_id),
  hit as materialized (select * from ok where moves > 0 and (account_id in (select account_id from idem)) is true),
  acc as (update accounts a
    set version = h.expected_version + h.moves, ${ACCOUNT_COLUMNS.map(setColumn).join(', ')}
    from hit h where a.id = h.account_id returning h.i, a.id)${children.map((insert, index) => `,\n  child_${index} as (${insert})`).join('')}
  select ok.i::int as i, case
      when (ok.account_id in (select account_id from idem)) is not true then false
      when ok.commands = 1 or ok.commands = (select count(*) from idem where idem.account_id = ok.account_id) then true
      else refuse_write(ok.i::int) end as stored${notifies ? `, ${notice}` : ''} from ok`
  return { name, text }
}

/** A column that only rises may have risen since the decision, without a version (`high-water-marks`). */
function setColumn({ name, isRising, isRisingWithin: other }: Column<never>): string {
  const highest = `greatest(a.${name}, h.new_${name})`
  if (other !== undefined)
    return `${name} = case when a.${other} = h.new_${other} then ${highest} else h.new_${name} end`
  return `${name} = ${isRising === true ? highest : `h.new_${name}`}`
}

function insertOf(table: string, columns: readonly Column<never>[], parameter: string): string {
  const rewritten = columns.filter(({ isMutable }) => isMutable).map(({ name }) => `${name} = excluded.${name}`)
  const onConflict = rewritten.length === 0 ? '' : ` on conflict (id) do update set ${rewritten.join(', ')}`
  return `insert into ${table} (${names(columns)})
    select ${fields(columns)} from ${jsonSource(parameter, columns)} where (i in (select i from acc)) is true${onConflict}`
}

/** The fields are numbered instead of named: that is a tenth of what goes to Postgres. */
function jsonSource(parameter: string, columns: readonly Column<never>[]): string {
  const definitions = columns.map(({ type }, index) => `c${index} ${type}`)
  return `json_to_recordset(${parameter}) as r (i int, ${definitions.join(', ')})`
}

function fields(columns: readonly Column<never>[]): string {
  return columns.map((_column, index) => `c${index}`).join(', ')
}

function fieldOf(columns: readonly Column<never>[], name: string): string {
  return `c${columns.findIndex((column) => column.name === name)}`
}

function names(columns: readonly Column<never>[], prefix = ''): string {
  return columns.map(({ name }) => prefix + name).join(', ')
}

function child<T>(table: string, columns: readonly Column<T>[], rowsOf: (write: Write) => readonly T[]): ChildTable {
  return { table, columns, toParameter: jsonParameter(columns, rowsOf) }
}

/** An array in the form that Postgres reads: what may hold a comma, a brace or a quote stands in quotes. */
export function arrayParameter(type: string, valueOf: (write: Write) => SqlValue): ToParameter {
  const isQuoted = type === 'text' || type === 'jsonb'
  const element = (value: SqlValue): string => {
    if (value === null) return 'NULL'
    return isQuoted ? `"${String(value).replaceAll(/["\\]/g, '\\$&')}"` : String(value)
  }
  return (writes) => {
    let text = ''
    for (const write of writes) text += `${text === '' ? '{' : ','}${element(valueOf(write))}`
    return `${text}}`
  }
}

function jsonParameter<T>(columns: readonly Column<T>[], rowsOf: (write: Write) => readonly T[]): ToParameter {
  const toJson = rowToJson(columns)
  return (writes) => {
    let text = ''
    writes.forEach((write, index) => {
      for (const row of rowsOf(write)) text += (text === '' ? '[' : ',') + toJson(row, index)
    })
    return text === '' ? '[]' : `${text}]`
  }
}

/**
 * Writes rows as JSON objects. An absent field is null to Postgres. Rows are tied to their write by its place, counted
 * from 1 as SQL does.
 */
function rowToJson<T>(columns: readonly Column<T>[]): (row: T, index: number) => string {
  const written = columns.map(({ value, type, isJson }, index) => {
    const quote = isJson !== undefined || ESCAPED_TYPES.has(type) || BARE_TYPES.has(type) ? '' : '"'
    const escape = ESCAPED_TYPES.has(type) ? JSON.stringify : String
    const write = isJson === undefined ? escape : isJson === 'OBJECT' ? String : writeJson
    // Each text ends with the quote that the next begins with: one concatenation less a field.
    return { key: `,"c${index}":${quote}`, keyAfterQuote: `","c${index}":${quote}`, value, write, quote }
  })
  return (row, index) => {
    let json = `{"i":${index + 1}`
    let end = ''
    for (const { key, keyAfterQuote, value, write, quote } of written) {
      const field = value(row)
      if (field === null) continue
      json += end === '' ? key : keyAfterQuote
      json += typeof field === 'string' && write === String ? field : write(field)
      end = quote
    }
    return `${json}${end}}`
  }
}

/** An object keeps its text to the last byte on its way through Postgres; any other text is a JSON string. */
function writeJson(value: string | number | boolean): string {
  const isObject = typeof value === 'string' && value.startsWith('{') && !value.includes('\n')
  return isObject ? value : JSON.stringify(value)
}

/** How many of the decisions change the account: its version counts them. */
const movesOf = (decisions: readonly Decision[]): number =>
  decisions.reduce((sum, { changes }) => (changes === null ? sum : sum + 1), 0)

/** The account as the last decision that changes it leaves it; null where none does. */
function accountAfter(decisions: readonly Decision[]): Account | null {
  for (let index = decisions.length - 1; index >= 0; index -= 1) {
    const changes = decisions[index]?.changes
    if (changes) return changes.account
  }
  return null
}

function allOf<T>(decisions: Write['decisions'], rowsOf: (decision: Decision) => readonly T[]): readonly T[] {
  return decisions.length === 1 ? rowsOf(decisions[0]) : decisions.flatMap(rowsOf)
}

/** A row that several decisions have changed is written once, as the last one leaves it. */
function lastOf<T extends { readonly id: string }>(
  decisions: Write['decisions'],
  rowsOf: (decision: Decision) => readonly T[],
): readonly T[] {
  if (decisions.length === 1) return rowsOf(decisions[0])
  return [...new Map(decisions.flatMap(rowsOf).map((row) => [row.id, row])).values()]
}

/** A flip closes one position and opens the next of the same symbol: the open one may enter its index only then. */
const closedFirst = (positions: readonly Position[]): readonly Position[] =>
  positions.length < 2
    ? positions
    : positions.toSorted((a, b) => Number(a.closedAt === null) - Number(b.closedAt === null))
