import type { Pool } from 'pg'
import type { Tracing } from '../process/tracing/tracing.js'
import { wrapQueriesOfClients, wrapQueriesOfPool, type Query } from '../unsafe/pg.js'

/** Makes each query of what is traced a span: its name or its first word, never its values. */
export function traceQueries(pool: Pool, tracing: Tracing): void {
  if (!tracing.isOn) return
  wrapQueriesOfPool(pool, (query) => traced(query, tracing))
  wrapQueriesOfClients(pool, (query) => traced(query, tracing))
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
