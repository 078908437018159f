/** Runs the write statement on a connection, and sorts its failures by kind. */
import { DatabaseError, type PoolClient, type QueryConfig } from 'pg'
import { createTurns } from '@ats/service-kit/async'
import type { Changes } from '../../core/model/draft.js'
import { needsWide, writeParameters, writeStatement, type Write } from './write-statement.js'

export type WriteResult = 'stored' | 'version_conflict' | 'duplicate'

export interface QueryOptions {
  /** Instead of waiting for an account that is locked, takes it as a version conflict. */
  readonly skipsLocked: boolean
  /** Names this process to the others; null: there are no others to notify. */
  readonly sender: string | null
  readonly timeoutMs: number
}

export type WriteQuery = QueryConfig & { readonly query_timeout: number }

/** Orders and events of a write; with more, each step of it has a turn of the event loop for itself. */
const LONG_FROM = 50

export const isLong = (changes: Changes | null): boolean => rowsOf(changes) > LONG_FROM

const isLongWrite = ({ decisions }: Write): boolean =>
  decisions.reduce((sum, { changes }) => sum + rowsOf(changes), 0) > LONG_FROM

const rowsOf = (changes: Changes | null): number =>
  changes === null ? 0 : changes.orders.length + changes.events.length

const pause = createTurns()

/** That of a long write is made in one turn, to be sent in the next. */
export async function writeQuery(writes: readonly Write[], options: QueryOptions): Promise<WriteQuery> {
  if (!writes.some(isLongWrite)) return queryOf(writes, options)
  await pause()
  const query = queryOf(writes, options)
  await pause()
  return query
}

function queryOf(writes: readonly Write[], { skipsLocked, sender, timeoutMs }: QueryOptions): WriteQuery {
  const isWide = needsWide(writes)
  const values = writeParameters(writes, isWide)
  if (sender !== null) values.push(sender)
  return { ...writeStatement({ skipsLocked, notifies: sender !== null, isWide }), values, query_timeout: timeoutMs }
}

interface AnswerRow {
  /** The place of the write, from 1. */
  readonly i: number
  readonly stored: boolean
}

/** One result a write, in order. */
export async function execute(client: PoolClient, query: WriteQuery, count: number): Promise<readonly WriteResult[]> {
  const { rows } = await client.query<AnswerRow>(query)
  const results = new Array<WriteResult>(count).fill('version_conflict')
  for (const { i, stored } of rows) results[i - 1] = stored ? 'stored' : 'duplicate'
  return results
}

/**
 * The place of the write, from 0, for which a statement was refused whole: some of its commands are stored already, and
 * others are not. Null for any other error.
 */
export const partlyStored = (error: unknown): number | null =>
  sqlState(error) === PARTLY_STORED && error instanceof DatabaseError ? Number(error.detail) - 1 : null

/** The SQLSTATE of `refuse_write`. */
const PARTLY_STORED = 'TW001'

/** An error with an SQLSTATE proves a rollback, but for those that tell of the connection or the server itself. */
export const isRolledBack = (error: unknown): boolean => /^(?!08|57P0|40003)[0-9A-Z]{5}$/.test(sqlState(error))

/** Whether a single row may be to blame: its data (22, 23, P0), a limit (54), a lock or a deadlock (40, 55). */
export const blamesRow = (error: unknown): boolean => /^(22|23|40|54|55|P0)/.test(sqlState(error))

/** Empty for errors of the network: EPIPE has five letters, too. */
const sqlState = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '')
