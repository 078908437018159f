import { COPY_ACTIONS, SKIP_REASONS, type Copied, type CopyEvent } from '../../core/model/copied.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, listOf, oneOf, oneOfOrNull, orNull, present, side, text, time, uuid, venue } from '../codec/kinds.js'

type Outcome = Omit<Copied, 'target'>

const copied = {
  copy_link_id: field(uuid, ({ linkId }: Outcome) => linkId),
  action: field(oneOf(COPY_ACTIONS), ({ action }: Outcome) => action),
}

const details = {
  message: field(orNull(text), ({ message }: Outcome) => message),
  rules: field(listOf(text), ({ rules }: Outcome) => rules, 'Those of the plan that refused.'),
  symbol: field(text, ({ symbol }: Outcome) => symbol),
  venue: field(venue, (copy: Outcome) => copy.venue),
  side: field(side, (copy: Outcome) => copy.side),
  quantity: field(orNull(decimal), ({ quantity }: Outcome) => quantity, 'What was to be ordered.'),
  leader_fill_id: field(orNull(uuid), ({ fillId }: Outcome) => fillId),
  leader_order_id: field(orNull(uuid), ({ orderId }: Outcome) => orderId),
  order_id: field(orNull(uuid), ({ copyId }: Outcome) => copyId, 'Of the follower.'),
}

/** In the event `copy.skipped`. */
export const copySkipCodec = codecOf<Copied>('CopySkip')({
  ...copied,
  reason: field(present(oneOf(SKIP_REASONS)), ({ skipped }) => skipped),
  ...details,
})

export const copyEventCodec = codecOf<CopyEvent>('CopyEvent')({
  id: field(uuid, ({ id }) => id),
  created_at: field(time, ({ at }) => at),
  ...copied,
  reason: field(oneOfOrNull(SKIP_REASONS), ({ skipped }) => skipped, 'Why nothing was ordered; null: it was.'),
  ...details,
})

/** As its command is answered, and kept. */
export const copiedCodec = codecOf<Copied>('Copied')({
  ...copied,
  reason: field(oneOfOrNull(SKIP_REASONS), ({ skipped }) => skipped),
  ...details,
})
