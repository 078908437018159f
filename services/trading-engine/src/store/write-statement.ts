/**
 * The one statement that makes a decision true, each part hanging on the one before:
 *
 *   ok    the account, locked, if its version is still the one that was decided on
 *   idem  the command row, unless its id or (user, client_id) is already there
 *   acc   the account's new figures, if the command row is new and the decision moves the account
 *   …     orders, positions, fills, transfers, events and the trading day, if the account moved
 *
 * So a lost race or a repeated command writes nothing at all, and one row of answer says which it was.
 */
import {
  ACCOUNT_COLUMNS,
  EVENT_COLUMNS,
  FILL_COLUMNS,
  ORDER_COLUMNS,
  POSITION_COLUMNS,
  TRADING_DAY_COLUMNS,
  TRANSFER_COLUMNS,
  type Column,
  type SqlValue,
} from './columns.js'
import type { Changes } from '../core/draft.js'
import { COMMAND_COLUMNS, type CommandRow } from './command-row.js'

export interface Write {
  readonly command: CommandRow
  /** The version that was decided on. */
  readonly version: number
  /** Null when only the answer is stored. */
  readonly changes: Changes | null
}

export type StatementValue = SqlValue | readonly SqlValue[]

const names = (columns: readonly Column<never>[]): string => columns.map(({ name }) => name).join(', ')

/** Numbers parameters in the order they are asked for. */
function numbering(): (type: string) => string {
  let last = 0
  return (type) => `$${++last}::${type}`
}

function buildStatement(): string {
  const next = numbering()
  const account = next('uuid')
  const version = next('bigint')
  const commandValues = COMMAND_COLUMNS.map(({ type }) => next(type)).join(', ')
  const moves = next('boolean')
  const accountSet = ACCOUNT_COLUMNS.map(({ name, type }) => `${name} = ${next(type)}`).join(', ')
  const insert = (table: string, columns: readonly Column<never>[]): string => {
    const arrays = columns.map(({ type }) => next(`${type}[]`)).join(', ')
    const rewritten = columns.filter(({ isMutable }) => isMutable).map(({ name }) => `${name} = excluded.${name}`)
    const onConflict = rewritten.length === 0 ? '' : ` on conflict (id) do update set ${rewritten.join(', ')}`
    return `insert into ${table} (${names(columns)})
    select u.* from unnest(${arrays}) u where exists (select from acc)${onConflict}`
  }
  return `with
  ok as materialized (select id from accounts where id = ${account} and version = ${version} for no key update),
  idem as (insert into commands (${names(COMMAND_COLUMNS)})
    select ${commandValues} from ok on conflict do nothing returning id),
  acc as (update accounts a set version = a.version + 1, ${accountSet}
    from idem where a.id = ${account} and ${moves} returning a.id),
  o as (${insert('orders', ORDER_COLUMNS)}),
  p as (${insert('positions', POSITION_COLUMNS)}),
  f as (${insert('fills', FILL_COLUMNS)}),
  t as (${insert('transfers', TRANSFER_COLUMNS)}),
  e as (${insert('events', EVENT_COLUMNS)}),
  d as (${insert('trading_days', TRADING_DAY_COLUMNS)})
  select exists (select from ok) as is_current, exists (select from idem) as is_stored`
}

export const WRITE_STATEMENT = buildStatement()

const columnArrays = <T>(columns: readonly Column<T>[], rows: readonly T[]): readonly StatementValue[] =>
  columns.map(({ value }) => rows.map(value))

/** The parameters of `WRITE_STATEMENT`, in its order. */
export function writeParameters({ command, version, changes }: Write): StatementValue[] {
  const { accountId, id: commandId } = command
  return [
    accountId,
    version,
    ...COMMAND_COLUMNS.map(({ value }) => value(command)),
    changes !== null,
    ...ACCOUNT_COLUMNS.map(({ value }) => (changes === null ? null : value(changes.account))),
    ...columnArrays(ORDER_COLUMNS, changes?.orders ?? []),
    ...columnArrays(POSITION_COLUMNS, closedFirst(changes)),
    ...columnArrays(FILL_COLUMNS, changes?.fills ?? []),
    ...columnArrays(
      TRANSFER_COLUMNS,
      (changes?.transfers ?? []).map((row) => ({ commandId, row })),
    ),
    ...columnArrays(
      EVENT_COLUMNS,
      (changes?.events ?? []).map((row) => ({ accountId, row })),
    ),
    ...columnArrays(TRADING_DAY_COLUMNS, dayRows(changes)),
  ]
}

/** A flip closes one position and opens the next of the same symbol: the open one may enter its index only then. */
const closedFirst = (changes: Changes | null) =>
  [...(changes?.positions ?? [])].sort((a, b) => Number(a.closedAt === null) - Number(b.closedAt === null))

const dayRows = (changes: Changes | null) =>
  changes?.tradingDay ? [{ account: changes.account, day: changes.tradingDay }] : []
