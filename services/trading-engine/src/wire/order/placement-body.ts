import type { Account } from '../../core/model/account/account.js'
import type { Placement } from '../../core/decide/decide-place.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { WriteDecimal } from '../decimals.js'
import { positionCodec, valuedPosition } from '../account/position-codec.js'
import type { ResourceTexts } from '../resource-texts.js'
import { listOf } from '../codec/kinds.js'
import { violationCodec } from './violation-codec.js'

const reasons = listOf(violationCodec)

/** The response to an order, as JSON: placed with its immediate fills, or refused with the reasons. */
export const placementText = (placement: Placement, write: WriteDecimal, texts: ResourceTexts): string =>
  `{${fieldsOf(placement, write, texts)}}`

/** The response to a close, as JSON: that to its order, and what remains open. */
export function closeText(
  placement: Placement,
  after: Account,
  context: DecisionContext,
  write: WriteDecimal,
  texts: ResourceTexts,
): string {
  const { position } = placement
  const body = position === null ? null : positionCodec.value(valuedPosition(position, after, context), write)
  return `{${fieldsOf(placement, write, texts)},"position":${JSON.stringify(body)}}`
}

function fieldsOf(
  { order, fills, violations, warnings, children }: Placement,
  write: WriteDecimal,
  texts: ResourceTexts,
): string {
  return (
    `"order":${order === null ? 'null' : texts.order(order, write)},` +
    `"trades":[${fills.map((fill) => texts.trade(fill, write)).join(',')}],` +
    `"violations":${reasons.json(violations, write)},"warnings":${JSON.stringify(warnings)}` +
    (children === undefined ? '' : `,"children":[${children.map((child) => texts.order(child, write)).join(',')}]`)
  )
}
