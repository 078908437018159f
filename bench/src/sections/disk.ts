import type { Pool } from 'pg'
import { closed, runCell, withEngine } from '../bench.js'
import { checkpoint } from '../servers/trading-database.js'
import { CONNECTIONS, PLACE, warm } from './contenders.js'
import type { Section } from './section.js'

/** Rows, bytes of tables with their indexes and bytes of WAL of an order: the basis for sizing disks and archives. */
export const diskSection: Section = {
  name: 'disk',
  title: 'what an order leaves on disk',
  run: (bench) =>
    withEngine(bench, { accounts: bench.scale.accounts }, async (engine) => {
      await warm(bench, engine)
      await checkpoint(bench.servers.postgres.url)
      const before = await readDisk(engine.database.pool)
      const workload = { kind: 'place', accounts: engine.accounts } as const
      const cell = await runCell(bench, PLACE, engine, workload, closed(CONNECTIONS))
      const after = await readDisk(engine.database.pool)
      const orders = after.orders - before.orders
      const perOrder = (from: number, to: number): string => ((to - from) / orders).toFixed(0)
      const images = (after.images - before.images) / orders
      return {
        cells: [cell],
        ratios: [],
        notes: [
          `${orders} orders; each: ${perOrder(before.wal, after.wal)} bytes of WAL, with ${images.toFixed(2)} whole pages (the first ` +
            `change of each page after a checkpoint); ${perOrder(before.size, after.size)} bytes of tables and indexes`,
        ],
      }
    }),
}

interface Disk {
  readonly orders: number
  /** Bytes since the cluster was made. */
  readonly wal: number
  /** Whole pages in the WAL. */
  readonly images: number
  /** Bytes. */
  readonly size: number
}

async function readDisk(pool: Pool): Promise<Disk> {
  const { rows } = await pool.query<Disk>(
    `select (select count(*)::int from orders) as orders, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
       (select wal_fpi::float8 from pg_stat_wal) as images, pg_database_size(current_database())::float8 as size`,
  )
  const [disk] = rows
  if (disk === undefined) throw new Error('one row says how large everything is')
  return disk
}
