import { BaseError, NetworkError, type Account, type AccountOrder, type Placement } from '@ats/sdk'
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

/**
 * One line of JSON a result, or one of words, in the order of the file.
 * @throws Failure refused, when not every order was placed; whatever keeps the rest from being placed
 */
export async function placeBatch(session: Session, account: Account, orders: readonly FileOrder[]): Promise<void> {
  const { terminal, isJson } = session
  let refused = 0
  for (const order of orders) {
    const result = await placeOne(account, order)
    if (result instanceof BaseError || !result.placed) refused += 1
    if (isJson) terminal.out(JSON.stringify(jsonOf(order, result)))
    else for (const line of resultLines(session, order, result)) terminal.out(line)
  }
  if (refused > 0) throw new Failure('refused', `${refused} of ${orders.length} orders were not placed`)
}

/** An order that is wrong has that as its result; trouble on the way there ends the batch. */
async function placeOne(account: Account, order: FileOrder): Promise<Placement | BaseError> {
  try {
    return await account.place(asOrder(order))
  } catch (error) {
    if (!(error instanceof BaseError) || error instanceof NetworkError || error.status === 401 || error.status === 403)
      throw error
    return error
  }
}

const jsonOf = ({ client_id }: FileOrder, result: Placement | BaseError): object =>
  result instanceof BaseError
    ? { client_id, status: result.status, body: result.body }
    : { client_id, status: 200, body: placementBody(result) }

function resultLines(
  { terminal: { paint } }: Session,
  order: FileOrder,
  result: Placement | BaseError,
): readonly string[] {
  if (!(result instanceof BaseError) && result.placed) return placementLines(result, paint)
  const reasons =
    result instanceof BaseError
      ? [result.message, ...result.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)]
      : violationLines(result.violations)
  return [
    `${paint('red', 'REFUSED')}  ${orderLine(asOrder(order), paint)}`,
    ...reasons.map((reason) => paint('red', `  ${reason}`)),
  ]
}
