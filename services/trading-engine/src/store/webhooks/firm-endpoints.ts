/** Receivers of the firm. */
import type { PoolClient } from 'pg'
import type { FirmEndpoint, SecretFirmEndpoint } from '../../core/model/firm-endpoint.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

interface EndpointRow {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly description: string | null
  readonly created_by: string
  readonly created_at: string
}

const endpointOf = (row: EndpointRow): SecretFirmEndpoint => ({
  id: row.id,
  url: row.url,
  secret: row.secret,
  description: row.description,
  createdBy: row.created_by,
  createdAt: microsOf(row.created_at),
})

/** Oldest first. */
export async function listFirmEndpoints(db: Queryable): Promise<readonly SecretFirmEndpoint[]> {
  const { rows } = await db.query<EndpointRow>({
    name: 'list_firm_endpoints',
    text: 'select * from firm_endpoints order by created_at, id',
  })
  return rows.map(endpointOf)
}

/** Until the end of the transaction no other one adds an endpoint or removes one. */
export async function lockFirmEndpoints(client: PoolClient): Promise<void> {
  await client.query('lock table firm_endpoints in share row exclusive mode')
}

export async function insertFirmEndpoint(client: PoolClient, endpoint: SecretFirmEndpoint): Promise<void> {
  const { id, url, secret, description, createdBy, createdAt } = endpoint
  await client.query(
    `insert into firm_endpoints (id, url, secret, description, created_by, created_at)
      values ($1, $2, $3, $4, $5, $6)`,
    [id, url, secret, description, createdBy, formatTimestamp(createdAt)],
  )
}

/** The endpoint as it was; what waits for it is disabled. Null: there is none. */
export async function deleteFirmEndpoint(client: PoolClient, id: string): Promise<FirmEndpoint | null> {
  const { rows } = await client.query<EndpointRow>('delete from firm_endpoints where id = $1 returning *', [id])
  if (rows[0] === undefined) return null
  await client.query(
    `update webhook_deliveries set status = 'DISABLED', next_attempt_at = null
      where key_id = $1 and status = 'PENDING'`,
    [id],
  )
  return endpointOf(rows[0])
}
