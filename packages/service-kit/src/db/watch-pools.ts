import type { Pool } from 'pg'
import type { LabelledFigure, Metrics } from '../process/metrics.js'

/** Shows what each pool has open and who waits for it, by the name it is given here. */
export function watchPools(metrics: Metrics, pools: Readonly<Record<string, Pool>>): void {
  const named = Object.entries(pools)
  metrics.figures(
    {
      name: 'postgres_pool_connections',
      help: 'Connections to Postgres, by pool and by whether they are in use: busy or idle.',
      labels: ['pool', 'state'],
    },
    () =>
      named.flatMap(([name, { totalCount, idleCount }]): readonly LabelledFigure[] => [
        [[name, 'busy'], totalCount - idleCount],
        [[name, 'idle'], idleCount],
      ]),
  )
  metrics.figures(
    {
      name: 'postgres_pool_connections_max',
      help: 'Connections that each pool may open.',
      labels: ['pool'],
    },
    () => named.map(([name, { options }]) => [[name], options.max]),
  )
  metrics.figures(
    {
      name: 'postgres_pool_waiting',
      help: 'Queries that wait for a connection of their pool.',
      labels: ['pool'],
    },
    () => named.map(([name, { waitingCount }]) => [[name], waitingCount]),
  )
}
