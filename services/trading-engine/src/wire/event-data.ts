import { formatTimestamp } from '../core/values/time.js'
import { assertNever } from '../core/values/assert-never.js'
import type { AccountEvent, DecidedEvent } from '../core/model/events.js'
import type { Account } from '../core/model/account/account.js'
import { asNumber } from './decimals.js'
import { breachCodec } from './account/breach-codec.js'
import { copySkipCodec } from './account/copy-codec.js'
import { challengeStepCodec } from './account/challenge-codec.js'
import { strikeCodec } from './account/strike-codec.js'
import { passedCodec } from './account/objective-codec.js'
import { payoutCodec } from './account/payout-codec.js'
import { profitAdjustmentCodec } from './account/profit-adjustment-codec.js'
import { scaledStepCodec } from './account/scaling-codec.js'
import { closedPositionCodec } from './account/position-codec.js'
import { writtenOffCodec } from './account/written-off-codec.js'
import type { ResourceTexts } from './resource-texts.js'

/** A lifecycle event as its decision stores it. */
export const decidedEvent = (
  { id: accountId, referral }: Pick<Account, 'id' | 'referral'>,
  event: AccountEvent,
  texts: ResourceTexts,
): DecidedEvent => ({
  id: event.id,
  accountId,
  referral,
  sequence: event.sequence,
  type: event.type,
  at: event.at,
  orderId: 'order' in event ? event.order.id : null,
  ...dataOf(event, texts),
})

/** Its `data`: the resources it is about, as the API shows them. */
function dataOf(event: AccountEvent, texts: ResourceTexts): Pick<DecidedEvent, 'data' | 'resources'> {
  switch (event.type) {
    case 'order.ack':
    case 'exit.lost': {
      const order = texts.order(event.order, asNumber)
      return { data: `{"order":${order}}`, resources: [order] }
    }
    case 'order.fill': {
      const order = texts.order(event.order, asNumber)
      const trade = texts.trade(event.fill, asNumber)
      return { data: `{"order":${order},"trade":${trade}}`, resources: [order, trade] }
    }
    case 'order.cancel': {
      const order = texts.order(event.order, asNumber)
      return { data: `{"order":${order},"cancelled_by":"${event.cancelledBy}"}`, resources: [order] }
    }
    case 'position.close':
      return { data: JSON.stringify({ position: closedPositionCodec.value(event.position, asNumber) }), resources: [] }
    case 'account.breach':
    case 'account.breach_reversed':
      return { data: JSON.stringify({ breach: breachCodec.value(event.breach, asNumber) }), resources: [] }
    case 'account.passed':
      return { data: JSON.stringify({ objective: passedCodec.value(event, asNumber) }), resources: [] }
    case 'challenge.promoted':
    case 'challenge.funded':
    case 'challenge.failed':
      return { data: JSON.stringify({ challenge: challengeStepCodec.value(event.challenge, asNumber) }), resources: [] }
    case 'certificate.issued':
      return { data: JSON.stringify({ certificate: { code: event.code } }), resources: [] }
    case 'certificate.revoked':
      return { data: JSON.stringify({ certificate: { code: event.code, reason: event.reason } }), resources: [] }
    case 'account.inactivity_warning':
      return { data: `{"inactivity":{"closes_at":"${formatTimestamp(event.closesAt)}"}}`, resources: [] }
    case 'account.strike':
      return { data: JSON.stringify({ strike: strikeCodec.value(event, asNumber) }), resources: [] }
    case 'account.halted':
      return { data: JSON.stringify({ halt: { reason: event.reason } }), resources: [] }
    case 'account.closed':
      return { data: JSON.stringify({ closing: { reason: event.reason } }), resources: [] }
    case 'account.scaled':
      return { data: JSON.stringify({ scaling: scaledStepCodec.value(event.scaling, asNumber) }), resources: [] }
    case 'account.profit_adjusted':
      return {
        data: JSON.stringify({ profit_adjustment: profitAdjustmentCodec.value(event.adjustment, asNumber) }),
        resources: [],
      }
    case 'account.written_off':
      return { data: JSON.stringify({ write_off: writtenOffCodec.value(event.writtenOff, asNumber) }), resources: [] }
    case 'copy.skipped':
      return { data: JSON.stringify({ copy: copySkipCodec.value(event.skip, asNumber) }), resources: [] }
    case 'dead_man_switch.ran_out':
      return { data: JSON.stringify({ dead_man_switch: { action: event.action } }), resources: [] }
    case 'payout.requested':
    case 'payout.proposed':
    case 'payout.paid':
    case 'payout.rejected':
    case 'payout.cancelled':
      return { data: JSON.stringify({ payout: payoutCodec.value(event.payout, asNumber) }), resources: [] }
    default:
      return assertNever(event)
  }
}
