import type { Account, AccountOrder, Placement, Preview, Violation } from '@ats/sdk'
import { Failure } from '../failure.js'
import type { Session } from '../session.js'
import { orderLine, previewLines, violationLines } from './order-words.js'

/** Shows the effects of an order and asks. @throws Failure refused, by a rule or by the person */
export async function previewAndAsk(session: Session, account: Account, order: AccountOrder): Promise<void> {
  const { note, notePaint: paint } = session.terminal
  const found: Preview = await account.preview(order)
  note(orderLine(order, paint))
  for (const line of previewLines(found, paint)) note(line)
  if (found.violations.length > 0) throw refusal(found.violations)
  await session.requireYes('Place it?')
}

/** As the service writes it, with the `client_id` that the order went by. */
export const placementBody = (placement: Placement): object => {
  const { placed, clientId, ...rest } = placement
  return placed
    ? { ...rest, violations: [], client_id: clientId }
    : { order: null, trades: [], ...rest, client_id: clientId }
}

export const refusal = (violations: readonly Violation[]): Failure =>
  new Failure('refused', 'the order was refused', violationLines(violations))
