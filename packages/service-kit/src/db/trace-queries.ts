import type { Pool, PoolClient } from 'pg'
import type { Tracing } from '../process/tracing/tracing.js'

type Query = (...args: unknown[]) => unknown

/** Makes each query of what is traced a span: its name or its first word, never its values. */
export function traceQueries(pool: Pool, tracing: Tracing): void {
  if (!tracing.isOn) return
  pool.query = traced(pool.query.bind(pool), tracing) as typeof pool.query
  pool.on('connect', (client: PoolClient) => {
    client.query = traced(client.query.bind(client), tracing) as typeof client.query
  })
}

/** Traces the form that returns a promise: with a callback it is the pool that asks, on behalf of the other. */
const traced =
  (query: Query, tracing: Tracing): Query =>
  (...args) => {
    if (typeof args.at(-1) === 'function' || tracing.current() === null) return query(...args)
    const operation = operationOf(args[0])
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
    return tracing.part(
      { name: `postgres ${operation}`, kind: 'client', attributes },
      () => query(...args) as Promise<unknown>,
    )
  }

function operationOf(query: unknown): string {
  if (typeof query === 'object' && query !== null && 'name' in query && typeof query.name === 'string')
    return query.name
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query
  return (/^\s*(\w+)/.exec(String(text))?.[1] ?? 'query').toLowerCase()
}
