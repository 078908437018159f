/** The rows and bytes of one order on disk: pgbench writes as much, and the report shows both. */
import type { Pool } from 'pg'

export interface OrderShape {
  readonly orders: number
  /** Share of the orders that closed a position. */
  readonly closingShare: number
  /** Rows of each table per order. */
  readonly rows: Readonly<Record<string, number>>
  /** Average bytes of the texts. */
  readonly texts: Readonly<Record<'response' | 'ack' | 'fill' | 'close', number>>
}

/** A written row is counted, a rewritten one not: both servers rewrite one account, and a position where it closes. */
const COUNTED = ['commands', 'orders', 'fills', 'transfers', 'events']

export async function measureRows(pool: Pool): Promise<OrderShape> {
  const orders = await count(pool, 'orders')
  const rows: Record<string, number> = {}
  for (const table of COUNTED) {
    const isFunding = table === 'transfers' ? `where house <> 'capital'` : ''
    rows[table] = (await count(pool, table, isFunding)) / orders
  }
  const closings = await count(pool, 'events', `where type = 'position.close'`)
  return { orders, rows, closingShare: closings / orders, texts: await measureTexts(pool) }
}

async function count(pool: Pool, table: string, where = ''): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`select count(*) from ${table} ${where}`)
  return Number(rows[0]?.count)
}

async function measureTexts(pool: Pool): Promise<OrderShape['texts']> {
  const average = async (from: string): Promise<number> => {
    const { rows } = await pool.query<{ bytes: string | null }>(`select round(avg(octet_length(${from}`)
    return Number(rows[0]?.bytes ?? 0)
  }
  const event = (type: string): Promise<number> => average(`data))) as bytes from events where type = '${type}'`)
  return {
    response: await average('response))) as bytes from commands'),
    ack: await event('order.ack'),
    fill: await event('order.fill'),
    close: await event('position.close'),
  }
}

export const describeRows = (writer: string, { rows, texts }: OrderShape): string =>
  `${writer}, rows an order: ${Object.entries(rows)
    .map(([table, share]) => `${table} ${share.toFixed(2)}`)
    .join(', ')}; bytes: ${Object.entries(texts)
    .map(([text, bytes]) => `${text} ${bytes}`)
    .join(', ')}`
