/**
 * Written for pg 8.23, which assigns a function literal to a property of the query for its time limit and for its
 * promise. V8 allocates such a function in the old generation from the start, where it stays until the whole heap is
 * collected, and keeps the texts of the query and the rows of its result there. So both are made here.
 */
import type { Duplex } from 'node:stream'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'

type Callback = (error: Error | null | undefined, result?: QueryResult) => void
/** Takes what `client.query` takes, in any of its forms. */
export type Query = (...args: unknown[]) => unknown
type Config = string | (QueryConfig & { readonly query_timeout?: number })

/** `timeoutMs`: how long a query may take that has no `query_timeout` of its own. */
export const boundQueries = (pool: Pool, timeoutMs: number): void =>
  wrapQueriesOfClients(pool, (query) => bounded(query, timeoutMs))

/** Has the queries of each client of the pool, and those that the pool passes on to it, go through `wrap`. */
export function wrapQueriesOfClients(pool: Pool, wrap: (query: Query) => Query): void {
  pool.on('connect', (client: PoolClient) => {
    client.query = wrap(client.query.bind(client)) as typeof client.query
  })
}

/** Has the queries that the pool is asked for itself go through `wrap`. */
export function wrapQueriesOfPool(pool: Pool, wrap: (query: Query) => Query): void {
  pool.query = wrap(pool.query.bind(pool)) as typeof pool.query
}

/** As much as the kernel hands over in one piece: a longer result is more than one. */
const PIECE_BYTES = 16_384
const BYTES_A_TURN = 65_536

/**
 * Has each connection of the pool take no more than so much of a result in a turn of the event loop: libuv reads up to
 * 2 MB in one, and pg makes rows of all of it.
 */
export function readInTurns(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection
    let bytes = 0
    const goOn = (): void => {
      bytes = 0
      stream.resume()
    }
    stream.on('data', ({ length }: Buffer) => {
      // Results of orders are shorter, and cost nothing here.
      if (length < PIECE_BYTES || stream.isPaused()) return
      bytes += length
      if (bytes < BYTES_A_TURN) return
      stream.pause()
      setImmediate(goOn)
    })
  })
}

/** How pg words that Postgres cannot be reached. These errors have no code. */
const UNREACHABLE =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection timeout|not queryable|cannot use a pool after/i

/** Every connection of the pool was in use for as long as one is waited for; the server was not asked. */
export const saysBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

export const saysUnreachable = (message: string): boolean => UNREACHABLE.test(message)

const bounded =
  (query: Query, timeoutMs: number): Query =>
  (config, ...args) => {
    const callback = args.find((arg) => typeof arg === 'function')
    const values = args[0] === callback ? undefined : args[0]
    const run = (end: Callback): void => runWithin(query, timeoutMs, config as Config, values, end)
    if (callback !== undefined) return run(callback as Callback)
    return new Promise((resolve, reject) => {
      run((error, result) => (error ? reject(error) : resolve(result)))
    }).catch((error: unknown) => {
      // The stack of the caller, instead of that of the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    })
  }

/** A result that comes later is ignored: after the error, the connection is not used again. */
function runWithin(query: Query, timeoutMs: number, config: Config, values: unknown, callback: Callback): void {
  const own = typeof config === 'string' ? undefined : config.query_timeout
  let isOver = false
  const end: Callback = (error, result) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    callback(error, result)
  }
  const timer = setTimeout(() => end(new Error('Query read timeout')), own ?? timeoutMs)
  query(typeof config === 'string' ? config : { ...config, query_timeout: undefined }, values, end)
}
