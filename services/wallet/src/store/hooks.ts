import type { HookAction, HookTemplate } from '@ats/contracts'
import { IN_RECOVERY, queryPrimary } from '@ats/service-kit/db'
import type { Pool, PoolClient } from 'pg'
import type { KeyUse } from '../core/api-key.js'
import type { Hook, HookTerms, StoredHook } from '../core/hook.js'
import { asDependencyErrors } from './database.js'

interface HookRow {
  readonly id: string
  readonly account_id: string
  readonly label: string
  readonly token_prefix: string
  readonly symbols: string[]
  readonly actions: HookAction[]
  readonly max_quantity: string
  readonly max_orders_per_minute: number
  readonly ip_list: string[]
  readonly template: string | null
  readonly expires_at: Date | null
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly last_used_ip: string | null
}

interface StoredHookRow extends HookRow {
  readonly user_id: string
  readonly revoked_at: Date | null
}

const COLUMNS = `h.id, h.account_id, h.label, h.token_prefix, h.symbols, h.actions,
  trim_scale(h.max_quantity)::text AS max_quantity, h.max_orders_per_minute, h.ip_list, h.template, h.created_at,
  h.last_used_at, h.last_used_ip`

const ACTIVE = 'h.user_id = $1 AND h.revoked_at IS NULL AND (h.expires_at IS NULL OR h.expires_at > $2)'

export async function countActiveHooks(client: PoolClient, userId: string, now: Date): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM hooks h WHERE ${ACTIVE}`, [
    userId,
    now,
  ])
  return rows[0]?.count ?? 0
}

/** Newest first. */
export function loadActiveHooks(pool: Pool, userId: string, now: Date): Promise<readonly Hook[]> {
  return asDependencyErrors(async () => {
    const { rows } = await pool.query<HookRow>(
      `SELECT ${COLUMNS}, h.expires_at FROM hooks h WHERE ${ACTIVE} ORDER BY h.created_at DESC, h.id DESC`,
      [userId, now],
    )
    return rows.map(toHook)
  })
}

export async function saveHook(
  client: PoolClient,
  hook: Hook & { readonly userId: string; readonly tokenHash: Buffer },
): Promise<void> {
  await client.query(
    `INSERT INTO hooks (id, user_id, account_id, label, token_prefix, token_hash, symbols, actions, max_quantity,
                        max_orders_per_minute, ip_list, template, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[hook.id, hook.userId, hook.accountId, hook.label, hook.tokenPrefix, hook.tokenHash],
      ...termsOf(hook).slice(1),
      hook.createdAt,
    ],
  )
}

export async function saveHookTerms(client: PoolClient, id: string, terms: HookTerms): Promise<void> {
  await client.query(
    `UPDATE hooks SET label = $2, symbols = $3, actions = $4, max_quantity = $5, max_orders_per_minute = $6,
                      ip_list = $7, template = $8, expires_at = $9 WHERE id = $1`,
    [id, ...termsOf(terms)],
  )
}

const termsOf = (hook: HookTerms): readonly unknown[] => [
  hook.label,
  hook.symbols,
  hook.actions,
  hook.maxQuantity,
  hook.maxOrdersPerMinute,
  hook.ipList,
  hook.template === null ? null : JSON.stringify(hook.template),
  hook.expiresAt,
]

/** The hook, if it is the user's and active. Nothing else changes or revokes it until the transaction ends. */
export async function lockActiveHook(
  client: PoolClient,
  userId: string,
  id: string,
  now: Date,
): Promise<Hook | undefined> {
  const { rows } = await client.query<HookRow>(
    `SELECT ${COLUMNS}, h.expires_at FROM hooks h WHERE ${ACTIVE} AND h.id = $3 FOR UPDATE`,
    [userId, now, id],
  )
  return rows[0] === undefined ? undefined : toHook(rows[0])
}

/** Locks a hook until the transaction ends, active or not. */
export async function lockHook(
  client: PoolClient,
  userId: string,
  id: string,
): Promise<{ readonly tokenPrefix: string; readonly revokedAt: Date | null } | undefined> {
  const { rows } = await client.query<{ token_prefix: string; revoked_at: Date | null }>(
    'SELECT token_prefix, revoked_at FROM hooks WHERE id = $1 AND user_id = $2 FOR UPDATE',
    [id, userId],
  )
  return rows[0] && { tokenPrefix: rows[0].token_prefix, revokedAt: rows[0].revoked_at }
}

export async function saveHookRevocation(client: PoolClient, id: string, revokedAt: Date): Promise<void> {
  await client.query('UPDATE hooks SET revoked_at = $2 WHERE id = $1', [id, revokedAt])
}

/**
 * By its own token, or by one that was replaced: that ends with its overlap. As of a key, the server says with the hook
 * itself that it is no standby.
 */
export function loadHookByToken(pool: Pool, tokenHash: Buffer): Promise<StoredHook | undefined> {
  return asDependencyErrors(async () => {
    const [first] = await queryPrimary<StoredHookRow & { readonly id: string | null }>(pool, {
      name: 'load-hook-by-token',
      text: `SELECT hook.*, ${IN_RECOVERY} FROM (VALUES (1)) AS always
             LEFT JOIN (
               SELECT ${COLUMNS}, h.user_id, h.revoked_at, h.expires_at FROM hooks h WHERE h.token_hash = $1
               UNION ALL
               SELECT ${COLUMNS}, h.user_id, h.revoked_at, least(r.expires_at, h.expires_at)
                 FROM replaced_hook_tokens r JOIN hooks h ON h.id = r.hook_id WHERE r.token_hash = $1
             ) AS hook ON true`,
      values: [tokenHash],
    })
    if (first === undefined || first.id === null) return undefined
    return { ...toHook(first), userId: first.user_id, isRevoked: first.revoked_at !== null }
  })
}

/** Several replicas may ask for the same hook; only the first of them in `intervalMs` writes. */
export async function saveLastHookUse(pool: Pool, { id, usedAt, ip }: KeyUse, intervalMs: number): Promise<void> {
  await pool.query(
    `UPDATE hooks SET last_used_at = $2, last_used_ip = $4
      WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`,
    [id, usedAt, new Date(usedAt.getTime() - intervalMs), ip],
  )
}

const toHook = (row: HookRow): Hook => ({
  id: row.id,
  accountId: row.account_id,
  label: row.label,
  tokenPrefix: row.token_prefix,
  symbols: row.symbols,
  actions: row.actions,
  maxQuantity: row.max_quantity,
  maxOrdersPerMinute: row.max_orders_per_minute,
  ipList: row.ip_list,
  template: row.template === null ? null : (JSON.parse(row.template) as HookTemplate),
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastUsedIp: row.last_used_ip,
})
