/**
 * Schemas without a codec: `data` is stored as the text of its decision (wire/event-data.ts), and an event is written
 * around it (wire/event-body.ts).
 */
import { strikeCodec } from '../../../wire/account/strike-codec.js'
import { named } from '@ats/service-kit/http'
import { CANCELLED_BY, EVENT_TYPES } from '../../../core/model/events.js'
import { SWITCH_ACTIONS } from '../../../core/model/account/trader-switch.js'
import { copySkipCodec } from '../../../wire/account/copy-codec.js'
import { challengeStepCodec } from '../../../wire/account/challenge-codec.js'
import { scaledStepCodec } from '../../../wire/account/scaling-codec.js'
import { profitAdjustmentCodec } from '../../../wire/account/profit-adjustment-codec.js'
import { writtenOffCodec } from '../../../wire/account/written-off-codec.js'
import { passedCodec } from '../../../wire/account/objective-codec.js'
import { count, listOf, oneOf, record, text, time, uuid } from '../../../wire/codec/schemas.js'
import { keptBreach } from './breach.js'
import { keptOrder } from './order.js'
import { payout } from './payout.js'
import { keptClosedPosition } from './position.js'
import { keptTrade } from './trade.js'

const reasonOf = named('AccountClosing', record({ reason: text }))

/** The objects an event concerns: which of these it holds depends on its type. */
const eventData = named(
  'EventData',
  record({
    order: keptOrder.optional(),
    trade: keptTrade.optional(),
    position: keptClosedPosition.optional(),
    breach: keptBreach.optional(),
    objective: passedCodec.schema.optional(),
    challenge: challengeStepCodec.schema.optional(),
    scaling: scaledStepCodec.schema.optional(),
    profit_adjustment: profitAdjustmentCodec.schema.optional(),
    write_off: writtenOffCodec.schema.optional(),
    copy: copySkipCodec.schema.optional(),
    dead_man_switch: named('FiredDeadManSwitch', record({ action: oneOf(SWITCH_ACTIONS) })).optional(),
    payout: payout.optional(),
    strike: strikeCodec.schema.optional(),
    certificate: named('IssuedCode', record({ code: text, reason: text.optional() })).optional(),
    inactivity: named('InactivityWarning', record({ closes_at: time })).optional(),
    closing: reasonOf.optional(),
    halt: reasonOf.optional(),
    cancelled_by: oneOf(CANCELLED_BY).optional(),
  }),
)

export const event = named(
  'Event',
  record({
    id: uuid,
    type: oneOf(EVENT_TYPES),
    created_at: time,
    sequence: count,
    account_id: uuid,
    referral: text.optional().description('That of the grant which the account was opened with. Absent without one.'),
    data: eventData,
  }),
)

export const events = listOf(event)
