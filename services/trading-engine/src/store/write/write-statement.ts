/**
 * The one statement that makes decisions true, those of many accounts at once, each part hanging on the one before:
 *
 *   ok    the accounts, locked in order of their ids, whose version is still the one that was decided on
 *   idem  the command rows of those, unless their id or (user, client_id) is already there
 *   acc   the new figures of the accounts whose command row is new and which the decision moves
 *   …     orders, positions, fills, transfers, events and trading days of the accounts that moved
 *
 * So a lost race or a repeated command writes nothing of its own and stops nobody else's. The answer has a row for each
 * write that was current, and tells whether it was stored.
 *
 * What must stay as it is: one row an account in `ok` and the sort in `idem`, or writes get lost or deadlock; `ok` and
 * `acc` fed by `unnest`, whose estimate keeps the plan on the index; parts tied by `(x in (select …)) is true`, a
 * hashed test, where a join would be quadratic. The other rows come as JSON: one parameter instead of one a column.
 */
import {
  ACCOUNT_COLUMNS,
  BREACH_COLUMNS,
  EVENT_COLUMNS,
  FILL_COLUMNS,
  ORDER_COLUMNS,
  POSITION_COLUMNS,
  TRADING_DAY_COLUMNS,
  TRANSFER_COLUMNS,
  type Column,
} from './columns.js'
import type { Changes } from '../../core/model/draft.js'
import type { StoredEvent } from '../../core/model/events.js'
import { COMMAND_COLUMNS, type CommandRow } from './command-row.js'
import { ACCOUNT_CHANNEL } from '../cluster/account-channel.js'

export interface Write {
  readonly command: CommandRow
  /** The version that was decided on. */
  readonly version: number
  /** Null when only the answer is stored. */
  readonly changes: Changes | null
  /** Those of the changes, as they are stored. */
  readonly events: readonly StoredEvent[]
}

export interface WriteStatement {
  readonly name: string
  readonly text: string
}

export interface StatementOptions {
  /** An account locked by another is passed over as if it had moved; else the statement waits for it. */
  readonly skipsLocked: boolean
  /** Tells the other processes which accounts moved; takes the sender as the last parameter. */
  readonly notifies: boolean
}

/** The forms of the statement, each prepared once per connection. */
export function writeStatement({ skipsLocked, notifies }: StatementOptions): WriteStatement {
  return STATEMENTS[skipsLocked ? 1 : 0][notifies ? 1 : 0]
}

interface ChildTable {
  readonly table: string
  readonly columns: readonly Column<never>[]
  /** The rows of a write, as JSON texts. */
  readonly toJson: (write: Write, index: number) => readonly string[]
}

/** Types whose text may hold what JSON has to escape. */
const ESCAPED_TYPES: ReadonlySet<string> = new Set(['text', 'bytea'])

/** Rows of a decision, besides its command and its account, in the order they are written. */
const CHILD_TABLES: readonly ChildTable[] = [
  child('orders', ORDER_COLUMNS, ({ changes }) => changes?.orders ?? []),
  child('positions', POSITION_COLUMNS, ({ changes }) => closedFirst(changes)),
  child('fills', FILL_COLUMNS, ({ changes }) => changes?.fills ?? []),
  child('transfers', TRANSFER_COLUMNS, ({ command, changes }) =>
    (changes?.transfers ?? []).map((row) => ({ commandId: command.id, row })),
  ),
  child('events', EVENT_COLUMNS, ({ events }) => events),
  child('breaches', BREACH_COLUMNS, ({ changes }) => changes?.breaches ?? []),
  child('trading_days', TRADING_DAY_COLUMNS, ({ changes }) =>
    changes?.tradingDay ? [{ account: changes.account, day: changes.tradingDay }] : [],
  ),
]

const commandJson = rowToJson(COMMAND_COLUMNS)

/** Everybody takes the keys that others may want in this order, or they would wait for each other. */
const IDEMPOTENCY_ORDER = ['user_id', 'client_id', 'id']

const STATEMENTS = [
  [buildStatement('write_waiting', '', false), buildStatement('write_waiting_notify', '', true)],
  [buildStatement('write', ' skip locked', false), buildStatement('write_notify', ' skip locked', true)],
] as const

/** The parameters of the statement for these writes, at most one an account. */
export function writeParameters(writes: readonly Write[]): unknown[] {
  return [
    writes.map(({ command }) => command.accountId),
    writes.map(({ version }) => version),
    writes.map(({ changes }) => changes !== null),
    ...ACCOUNT_COLUMNS.map(({ value }) =>
      writes.map(({ changes }) => (changes === null ? null : value(changes.account))),
    ),
    arrayOf(writes.map(({ command }, index) => commandJson(command, index))),
    ...CHILD_TABLES.map(({ toJson }) => arrayOf(writes.flatMap(toJson))),
  ]
}

function buildStatement(name: string, locking: string, notifies: boolean): WriteStatement {
  let last = 0
  const next = (type: string): string => `$${++last}::${type}`
  const wide = [
    next('uuid[]'),
    next('bigint[]'),
    next('boolean[]'),
    ...ACCOUNT_COLUMNS.map(({ type }) => next(`${type}[]`)),
  ]
  const commands = jsonSource(next('json'), COMMAND_COLUMNS)
  const children = CHILD_TABLES.map(({ table, columns }) => insertOf(table, columns, next('json')))
  const notice = `(select pg_notify('${ACCOUNT_CHANNEL}', ${next('text')} || ',' || string_agg(id::text, ',')) from acc having count(*) > 0)`
  const text = `with
  ok as materialized (select u.* from (
      select distinct on (account_id) * from unnest(${wide.join(', ')})
        with ordinality as u (account_id, expected_version, moves, ${names(ACCOUNT_COLUMNS, 'new_')}, i)
      order by account_id, i) u
    join accounts a on a.id = u.account_id and a.version = u.expected_version
    order by a.id for no key update of a${locking}),
  idem as (insert into commands (${names(COMMAND_COLUMNS)})
    select ${fields(COMMAND_COLUMNS)} from ${commands} where (i in (select i from ok)) is true
    order by ${IDEMPOTENCY_ORDER.map((name) => fieldOf(COMMAND_COLUMNS, name)).join(', ')} on conflict do nothing returning id, account_id),
  hit as materialized (select * from ok where moves and (account_id in (select account_id from idem)) is true),
  acc as (update accounts a
    set version = h.expected_version + 1, ${ACCOUNT_COLUMNS.map(setColumn).join(', ')}
    from hit h where a.id = h.account_id returning h.i, a.id)${children.map((insert, index) => `,\n  child_${index} as (${insert})`).join('')}
  select ok.i::int as i, (ok.account_id in (select account_id from idem)) is true as stored${notifies ? `, ${notice}` : ''} from ok`
  return { name, text }
}

/** A column that only rises may have risen since the decision, without a version (`high-water-marks`). */
function setColumn({ name, isRising }: Column<never>): string {
  return `${name} = ${isRising === true ? `greatest(a.${name}, h.new_${name})` : `h.new_${name}`}`
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
  const toJson = rowToJson(columns)
  return { table, columns, toJson: (write, index) => rowsOf(write).map((row) => toJson(row, index)) }
}

/**
 * Writes rows as JSON objects. An absent field is null to Postgres. Rows are tied to their write by its place, counted
 * from 1 as SQL does.
 */
function rowToJson<T>(columns: readonly Column<T>[]): (row: T, index: number) => string {
  const written = columns.map(({ value, type, isJson }, index) => ({
    key: `,"c${index}":`,
    value,
    write: isJson === true ? writeJson : ESCAPED_TYPES.has(type) ? JSON.stringify : writePlain,
  }))
  return (row, index) => {
    let json = `{"i":${index + 1}`
    for (const { key, value, write } of written) {
      const field = value(row)
      if (field !== null) json += key + write(field)
    }
    return `${json}}`
  }
}

/** Numbers, flags, and texts without anything to escape. */
function writePlain(value: string | number | boolean): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}

/** An object keeps its text to the last byte on its way through Postgres; any other JSON would be read. */
function writeJson(value: string | number | boolean): string {
  return typeof value === 'string' && value.startsWith('{') ? value : JSON.stringify(value)
}

function arrayOf(rows: readonly string[]): string {
  return `[${rows.join(',')}]`
}

/** A flip closes one position and opens the next of the same symbol: the open one may enter its index only then. */
const closedFirst = (changes: Changes | null) =>
  [...(changes?.positions ?? [])].sort((a, b) => Number(a.closedAt === null) - Number(b.closedAt === null))
