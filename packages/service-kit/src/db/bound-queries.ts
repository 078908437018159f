/**
 * The time limit and the promise of each query of a pool, in place of those of `pg`, which assigns a function literal
 * to a property of the query for either. V8 allocates such a function in the old generation from the start, where it
 * stays until the whole heap is collected, and keeps the texts of the query and the rows of its result there.
 */
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'

type Callback = (error: Error | null | undefined, result?: QueryResult) => void
type Query = (...args: unknown[]) => unknown
type Config = string | (QueryConfig & { readonly query_timeout?: number })

/** `timeoutMs`: how long a query may take that has no `query_timeout` of its own. */
export function boundQueries(pool: Pool, timeoutMs: number): void {
  pool.on('connect', (client: PoolClient) => {
    client.query = bounded(client.query.bind(client), timeoutMs) as typeof client.query
  })
}

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

/** A result that comes later is ignored: the connection is not used again by those who heard of the error. */
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
