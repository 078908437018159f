/**
 * The rows and bytes of one order on disk: pgbench writes as much, and the report shows both. Texts are measured as
 * they are stored, most of them as references to another text, and as each would be by itself.
 */
import type { Pool } from 'pg'

export interface OrderShape {
  readonly orders: number
  /** Share of the orders that closed a position. */
  readonly closingShare: number
  /** Rows of each table per order. */
  readonly rows: Readonly<Record<string, number>>
  /** Average bytes of the texts. */
  readonly texts: TextBytes
  /** The same of whole texts. */
  readonly wholeTexts: TextBytes
}

export type TextBytes = Readonly<Record<'response' | 'ack' | 'fill' | 'close', number>>

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
  return {
    orders,
    rows,
    closingShare: closings / orders,
    texts: await measureTexts(pool, (column) => column),
    wholeTexts: await measureTexts(pool, (column) => `whole_text(account_id, ${column})`),
  }
}

async function count(pool: Pool, table: string, where = ''): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`select count(*) from ${table} ${where}`)
  return Number(rows[0]?.count)
}

/** To put a text together takes a query: so many tell the average. */
const SAMPLED = 2_000

async function measureTexts(pool: Pool, textOf: (column: string) => string): Promise<TextBytes> {
  const average = async (column: string, from: string): Promise<number> => {
    const { rows } = await pool.query<{ bytes: string | null }>(
      `select round(avg(octet_length(${textOf(column)}))) as bytes from (select * from ${from} limit ${SAMPLED}) rows`,
    )
    return Number(rows[0]?.bytes ?? 0)
  }
  const event = (type: string): Promise<number> => average('data', `events where type = '${type}'`)
  return {
    response: await average('response', 'commands where client_id is not null'),
    ack: await event('order.ack'),
    fill: await event('order.fill'),
    close: await event('position.close'),
  }
}

export const describeRows = (writer: string, { rows, texts, wholeTexts }: OrderShape): string =>
  `${writer}, rows an order: ${Object.entries(rows)
    .map(([table, share]) => `${table} ${share.toFixed(2)}`)
    .join(', ')}; bytes: ${describeTexts(texts)}; of whole texts: ${describeTexts(wholeTexts)}`

const describeTexts = (texts: TextBytes): string =>
  Object.entries(texts)
    .map(([text, bytes]) => `${text} ${bytes}`)
    .join(', ')
