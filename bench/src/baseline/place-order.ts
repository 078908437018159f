/**
 * An order the plain way: one transaction, the account locked, one statement for every row. Correct (exact money, one
 * order per client_id, everything or nothing) and nothing else.
 */
import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { closedPositionOf, orderOf, tradeOf, type Ids } from './bodies.js'
import { decideOrder, type Execution, type OpenPosition, type OrderBody } from './decide-order.js'
import { formatNano, formatProduct, parseNano, parseProduct } from './fixed-point.js'

export interface Answer {
  readonly status: number
  readonly text: string
}

interface AccountRow {
  readonly balance: string
  readonly event_sequence: string
}

export async function placeOrder(pool: Pool, userId: string, body: OrderBody): Promise<Answer> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answer = await placeInTransaction(client, userId, body)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function placeInTransaction(client: PoolClient, userId: string, body: OrderBody): Promise<Answer> {
  const accounts = await client.query<AccountRow>(
    'select balance, event_sequence from accounts where id = $1 and user_id = $2 for update',
    [body.account_id, userId],
  )
  const account = accounts.rows[0]
  if (account === undefined) return { status: 404, text: '{"error":"not_found"}' }
  const earlier = await client.query<Answer>(
    'select status, response as text from commands where user_id = $1 and client_id = $2',
    [userId, body.client_id],
  )
  if (earlier.rows[0] !== undefined) return earlier.rows[0]
  const standing = await loadPosition(client, body)
  const execution = decideOrder(body, standing, uuidv7())
  if (typeof execution === 'string') return { status: 422, text: JSON.stringify({ error: execution }) }
  return store(client, userId, body, account, execution, standing === undefined)
}

interface PositionRow {
  readonly id: string
  readonly direction: 'LONG' | 'SHORT'
  readonly quantity: string
  readonly cost: string
  readonly realized_pnl: string
  readonly fees: string
  readonly opened_quantity: string
  readonly opened_notional: string
  readonly closed_notional: string
}

async function loadPosition(client: PoolClient, body: OrderBody): Promise<OpenPosition | undefined> {
  const { rows } = await client.query<PositionRow>(
    `select id, direction, quantity, cost, realized_pnl, fees, opened_quantity, opened_notional, closed_notional
     from positions where account_id = $1 and venue = 'GMX' and symbol = $2 and closed_at is null`,
    [body.account_id, body.symbol],
  )
  const row = rows[0]
  return row === undefined
    ? undefined
    : {
        id: row.id,
        direction: row.direction,
        quantity: parseNano(row.quantity),
        cost: parseProduct(row.cost),
        realizedPnl: parseProduct(row.realized_pnl),
        fees: parseProduct(row.fees),
        openedQuantity: parseNano(row.opened_quantity),
        openedNotional: parseProduct(row.opened_notional),
        closedNotional: parseProduct(row.closed_notional),
      }
}

async function store(
  client: PoolClient,
  userId: string,
  body: OrderBody,
  account: AccountRow,
  execution: Execution,
  isNew: boolean,
): Promise<Answer> {
  const ids = { order: uuidv7(), fill: uuidv7() }
  const commandId = uuidv7()
  const at = new Date().toISOString()
  const order = orderOf(body, execution, ids, at)
  const trade = tradeOf(body, execution, ids, at)
  await insertOrder(client, body, execution, ids, at)
  await insertFill(client, body, execution, ids, at)
  if (isNew) await insertPosition(client, body, execution, at)
  else await updatePosition(client, execution, at)

  let balance = parseProduct(account.balance)
  for (const [house, amount] of [
    ['realized_pnl', execution.realizedPnl],
    ['fees', -execution.fee],
  ] as const) {
    if (amount === 0n) continue
    balance += amount
    await insertTransfer(client, { body, execution, ids, commandId, at, house, amount, balance })
  }

  const events: readonly (readonly [string, unknown])[] = [
    ['order.ack', { order }],
    ['order.fill', { order, trade }],
    ...(execution.position.quantity === 0n
      ? [['position.close', { position: closedPositionOf(body, execution, at) }] as const]
      : []),
  ]
  let sequence = Number(account.event_sequence)
  for (const [type, data] of events) {
    sequence += 1
    await client.query(
      'insert into events (id, account_id, sequence, type, data, created_at) values ($1, $2, $3, $4, $5, $6)',
      [uuidv7(), body.account_id, sequence, type, JSON.stringify(data), at],
    )
  }

  await client.query(
    'update accounts set balance = $2, clock = $3, event_sequence = $4, version = version + 1 where id = $1',
    [body.account_id, formatProduct(balance), at, sequence],
  )
  const text = JSON.stringify({ order, trades: [trade], violations: [] })
  await client.query(
    `insert into commands (id, user_id, client_id, account_id, kind, fingerprint, moves, status, response, created_at)
     values ($1, $2, $3, $4, 'place', $5, true, 200, $6, $7)`,
    [commandId, userId, body.client_id, body.account_id, fingerprintOf(body), text, at],
  )
  return { status: 200, text }
}

const fingerprintOf = (body: OrderBody): Buffer => createHash('sha256').update(JSON.stringify(body)).digest()

async function insertOrder(
  client: PoolClient,
  body: OrderBody,
  execution: Execution,
  ids: Ids,
  at: string,
): Promise<void> {
  const { quantity, price, notional, fee, position } = execution
  await client.query(
    `insert into orders (id, account_id, client_id, symbol, venue, side, kind, tif, post_only, reduce_only,
       trigger_on_index, trigger_on_mark, quantity, requested_price, filled_quantity, filled_notional, fees, status,
       position_id, created_at, updated_at, version)
     values ($1, $2, $3, $4, 'GMX', $5, 'MARKET', 'IOC', false, false, false, false, $6, $7, $6, $8, $9, 'FILLED', $10, $11,
       $11, 2)`,
    [
      ids.order,
      body.account_id,
      body.client_id,
      body.symbol,
      body.side,
      formatNano(quantity),
      formatNano(price),
      formatProduct(notional),
      formatProduct(fee),
      position.id,
      at,
    ],
  )
}

async function insertFill(
  client: PoolClient,
  body: OrderBody,
  execution: Execution,
  ids: Ids,
  at: string,
): Promise<void> {
  const { quantity, price, fee, realizedPnl, position } = execution
  await client.query(
    `insert into fills (id, order_id, position_id, account_id, client_id, symbol, venue, side, quantity, price, fee,
       liquidity, realized_pnl, book_sequence, created_at)
     values ($1, $2, $3, $4, $5, $6, 'GMX', $7, $8, $9, $10, 'TAKER', $11, 1, $12)`,
    [
      ids.fill,
      ids.order,
      position.id,
      body.account_id,
      body.client_id,
      body.symbol,
      body.side,
      formatNano(quantity),
      formatNano(price),
      formatProduct(fee),
      formatProduct(realizedPnl),
      at,
    ],
  )
}

async function insertPosition(client: PoolClient, body: OrderBody, { position }: Execution, at: string): Promise<void> {
  await client.query(
    `insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity,
       opened_notional, closed_notional, realized_pnl, fees, funding, opened_at)
     values ($1, $2, 'GMX', $3, $4, $5, $6, 20, $5, $6, 0, 0, $7, 0, $8)`,
    [
      position.id,
      body.account_id,
      body.symbol,
      position.direction,
      formatNano(position.quantity),
      formatProduct(position.cost),
      formatProduct(position.fees),
      at,
    ],
  )
}

async function updatePosition(client: PoolClient, { position }: Execution, at: string): Promise<void> {
  const isClosed = position.quantity === 0n
  await client.query(
    `update positions set quantity = $2, cost = $3, opened_quantity = $4, opened_notional = $5, closed_notional = $6,
       realized_pnl = $7, fees = $8, closed_at = $9, close_reason = $10 where id = $1`,
    [
      position.id,
      formatNano(position.quantity),
      formatProduct(position.cost),
      formatNano(position.openedQuantity),
      formatProduct(position.openedNotional),
      formatProduct(position.closedNotional),
      formatProduct(position.realizedPnl),
      formatProduct(position.fees),
      isClosed ? at : null,
      isClosed ? 'USER' : null,
    ],
  )
}

interface TransferTerms {
  readonly body: OrderBody
  readonly execution: Execution
  readonly ids: Ids
  readonly commandId: string
  readonly at: string
  readonly house: 'realized_pnl' | 'fees'
  readonly amount: bigint
  readonly balance: bigint
}

async function insertTransfer(client: PoolClient, terms: TransferTerms): Promise<void> {
  const { body, execution, ids, commandId, at, house, amount, balance } = terms
  await client.query(
    `insert into transfers (id, account_id, command_id, house, direction, amount, fill_id, position_id, balance_after,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      uuidv7(),
      body.account_id,
      commandId,
      house,
      amount > 0n ? 'IN' : 'OUT',
      formatProduct(amount > 0n ? amount : -amount),
      ids.fill,
      execution.position.id,
      formatProduct(balance),
      at,
    ],
  )
}
