/** The networks that keys were used from. */
import type { Pool } from 'pg'
import type { KeyUse } from '../../core/read/surveillance/case.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { TradedWindow } from './surveillance.js'

interface NotedNetwork {
  readonly day: string
  readonly keyId: string
  readonly userId: string
  readonly network: string
}

export async function writeKeyNetworks(pool: Pool, networks: readonly NotedNetwork[]): Promise<void> {
  await pool.query({
    name: 'write_key_networks',
    text: `insert into key_networks (day, key_id, user_id, network)
      select * from unnest($1::date[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`,
    values: [
      networks.map(({ day }) => day),
      networks.map(({ keyId }) => keyId),
      networks.map(({ userId }) => userId),
      networks.map(({ network }) => network),
    ],
  })
}

export async function dropKeyNetworks(pool: Pool, before: string): Promise<void> {
  await pool.query({ text: 'delete from key_networks where day < $1', values: [before] })
}

interface UseRow {
  readonly key_id: string
  readonly user_id: string
  readonly most: number
  readonly share: number
  readonly networks: readonly string[]
}

/** A key, and the networks of the day on which it had most. */
export interface ManyNetworks extends KeyUse {
  /** The days with so many, of those on which it was used. */
  readonly share: number
}

/** Keys with so many networks on a day of the window. */
export async function listKeysOnManyNetworks(
  pool: Pool,
  { from, to }: TradedWindow,
  least: number,
): Promise<readonly ManyNetworks[]> {
  const { rows } = await pool.query<UseRow>({
    text: `with days as (
        select key_id, user_id, day, count(*)::int as many, json_agg(network order by network) as networks
        from key_networks where day between ($1::timestamptz at time zone 'utc')::date
          and ($2::timestamptz at time zone 'utc')::date
        group by key_id, user_id, day)
      select key_id, user_id, max(many) as most, count(*) filter (where many >= $3)::float8 / count(*) as share,
        (array_agg(networks order by many desc, day))[1] as networks
      from days group by key_id, user_id having max(many) >= $3 order by max(many) desc, key_id`,
    values: [formatTimestamp(from), formatTimestamp(to), least],
  })
  return rows.map(({ key_id: keyId, user_id: userId, networks, share }) => ({ keyId, userId, networks, share }))
}
