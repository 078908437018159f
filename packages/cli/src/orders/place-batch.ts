import type { Account, AccountOrder, BaseError, BatchOrder, BatchResult } from '@ats/sdk'
import { Failure } from '../failure.js'
import type { Session } from '../session.js'
import { orderLine, placementLines, violationLines } from './order-words.js'
import { placementBody } from './place.js'
import type { FileOrder } from './read-batch.js'

const PREVIEWED = 10

/** The service says what is wrong with an order of a file. */
const asOrder = (order: FileOrder): AccountOrder => order as Partial<AccountOrder> as AccountOrder

/** Shows the orders, with what the rules say of the first ones as things are now, and asks. */
export async function previewBatch(session: Session, account: Account, orders: readonly FileOrder[]): Promise<void> {
  const { note, notePaint: paint } = session.terminal
  for (const [index, order] of orders.entries()) {
    note(orderLine(asOrder(order), paint))
    if (index >= PREVIEWED) continue
    const { violations, fills, order: expected } = await account.preview(asOrder(order))
    for (const line of violationLines(violations)) note(paint('red', `  ${line}`))
    const outcome = fills.length === 0 ? `would be ${expected?.status ?? '?'}` : 'would fill'
    if (violations.length === 0) note(paint('dim', `  ${outcome}`))
  }
  await session.requireYes(`Place ${orders.length === 1 ? 'it' : `these ${orders.length} orders`}?`)
}

/** The orders of one request. */
const SLICE = 50

/**
 * One line of JSON a result, or one of words, in the order of the file.
 * @throws Failure refused, when not every order was placed; whatever keeps the rest from being placed
 */
export async function placeBatch(session: Session, account: Account, orders: readonly FileOrder[]): Promise<void> {
  const { terminal, isJson, trading } = session
  let refused = 0
  for (let start = 0; start < orders.length; start += SLICE) {
    const slice = orders.slice(start, start + SLICE)
    const results = await trading.orders.placeAll(account.id, slice.map(asBatchOrder))
    for (const [index, result] of results.entries()) {
      if (result.placed !== true) refused += 1
      if (isJson) terminal.out(JSON.stringify(jsonOf(result)))
      else for (const line of resultLines(session, slice[index], result)) terminal.out(line)
    }
  }
  if (refused > 0) throw new Failure('refused', `${refused} of ${orders.length} orders were not placed`)
}

/** The batch names the account. */
const asBatchOrder = (order: FileOrder): BatchOrder => {
  const named = Object.entries(order).filter(([name]) => name !== 'account_id')
  return Object.fromEntries(named) as Partial<BatchOrder> as BatchOrder
}

const jsonOf = (result: BatchResult): object =>
  result.placed === null
    ? { client_id: result.clientId, status: result.error.status ?? null, body: errorBody(result.error) }
    : { client_id: result.clientId, status: 200, body: placementBody(result) }

const errorBody = ({ body, message }: BaseError): object => (Object.keys(body).length === 0 ? { message } : body)

function resultLines(
  { terminal: { paint } }: Session,
  order: FileOrder | undefined,
  result: BatchResult,
): readonly string[] {
  if (result.placed === true) return placementLines(result, paint)
  const reasons = result.placed === null ? errorLines(result.error) : violationLines(result.violations)
  return [
    `${paint('red', 'REFUSED')}  ${order === undefined ? '' : orderLine(asOrder(order), paint)}`,
    ...reasons.map((reason) => paint('red', `  ${reason}`)),
  ]
}

const errorLines = ({ message, issues }: BaseError): readonly string[] => [
  message,
  ...issues.map(({ path, message: problem }) => `${path.join('.')}: ${problem}`),
]
