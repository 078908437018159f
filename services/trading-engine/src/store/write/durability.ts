import type { Pool } from 'pg'

const REQUIRED = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/**
 * An answered order must survive a power cut: refuses a server that does not wait for its disk. Outside production a
 * server set up for tests may do without.
 */
export async function requireDurability(pool: Pool, environment: string): Promise<void> {
  if (environment !== 'production') return
  for (const setting of REQUIRED) {
    const { rows } = await pool.query<Record<string, string>>(`show ${setting}`)
    const value = rows[0]?.[setting]
    if (value === 'off' || value === 'local') {
      throw new Error(`Postgres runs with ${setting}=${value}: an answered order could be lost. Set it to on.`)
    }
  }
}
