import type { StrikeState } from '../../core/risk/strike-states.js'
import type { StrikeNoted } from '../../core/model/events.js'
import { STRIKE_ACTIONS, STRIKE_RULES } from '../../core/model/plan/order-rules.js'
import { codecOf, field } from '../codec/codec.js'
import { count, flag, oneOf, orNull, text, time, uuid, whole } from '../codec/kinds.js'

/** A strike as its event tells it. */
export const strikeCodec = codecOf<StrikeNoted>('Strike')({
  id: field(uuid, ({ strike }) => strike.id),
  rule: field(oneOf(STRIKE_RULES, 'StrikeRule'), ({ strike }) => strike.rule),
  position_id: field(uuid, ({ strike }) => strike.positionId),
  symbol: field(text, ({ symbol }) => symbol),
  strikes: field(
    orNull(count),
    (noted) => noted.count,
    'Those that count, this one included; null: the plan counts none.',
  ),
  needed: field(orNull(count), ({ max }) => max, 'How many it takes; null likewise.'),
  occurred_at: field(time, ({ strike }) => strike.at),
})

/** How many strikes of a rule count now, and how many it takes. */
export const strikeStateCodec = codecOf<StrikeState>('StrikeState')({
  rule: field(oneOf(STRIKE_RULES, 'StrikeRule'), ({ terms }) => terms.rule),
  met: field(flag, ({ isMet }) => isMet, 'There are fewer than it takes.'),
  value: field(whole, ({ value }) => value, 'Strikes that count now.'),
  needed: field(count, ({ terms }) => terms.max, 'At so many the account is locked, or ends.'),
  then: field(oneOf(STRIKE_ACTIONS, 'StrikeAction'), ({ terms }) => terms.action),
  window_days: field(count, ({ terms }) => terms.windowDays),
  next_expires_at: field(orNull(time), ({ expiresAt }) => expiresAt, 'When the oldest of them no longer counts.'),
})
