import type { Pool } from 'pg'

/** As a fill that was paid in a token leaves the row of its account: it holds 0.5 ETH. */
export async function holdToken(pool: Pool, accountId: string): Promise<void> {
  const [zero, half, value] = ['0', '0.5', '1500'].map((decimal) => ({ decimal }))
  const holding = { venue: 'GMX', token: `0x${'82'.repeat(20)}`, name: 'ETH', decimals: 18, since: 0 }
  await pool.query('update accounts set token_holdings = $2, version = version + 1 where id = $1', [
    accountId,
    JSON.stringify([{ ...holding, amount: half, value, swept: zero, received: zero }]),
  ])
}
