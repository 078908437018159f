import {
  COPIED_KINDS,
  COPY_LINK_REASONS,
  COPY_LINK_STATUSES,
  COPY_ROLES,
  LOT_ROUNDINGS,
  REFUSAL_ACTIONS,
  SIZING_MODES,
  type CopyLink,
  type CopyRole,
  type Sizing,
} from '../../core/model/copy-link.js'
import type { Drift } from '../../core/model/copied.js'
import { codecOf, field } from '../codec/codec.js'
import {
  count,
  decimal,
  listOf,
  oneOf,
  oneOfOrNull,
  optional,
  orNull,
  text,
  time,
  uuid,
  venue,
  whole,
} from '../codec/kinds.js'

const sizingCodec = codecOf<Sizing>('Sizing')({
  mode: field(oneOf(SIZING_MODES), ({ mode }) => mode),
  value: field(decimal, ({ value }) => value),
  max_quantity: field(orNull(decimal), ({ quantityMax }) => quantityMax),
  rounding: field(oneOf(LOT_ROUNDINGS), ({ rounding }) => rounding),
})

const driftCodec = codecOf<Drift>('CopyDrift')({
  symbol: field(text, ({ symbol }) => symbol),
  venue: field(venue, (drift) => drift.venue),
  target: field(decimal, ({ target }) => target, 'What its links would have it hold; above 0 is long.'),
  actual: field(decimal, ({ actual }) => actual),
})

/** A link as one of its users sees it. */
export interface SeenCopyLink {
  readonly link: CopyLink
  readonly role: CopyRole
  readonly drift?: readonly Drift[]
}

export const copyLinkCodec = codecOf<SeenCopyLink>('CopyLink')({
  id: field(uuid, ({ link }) => link.id),
  leader_account_id: field(uuid, ({ link }) => link.leaderAccountId),
  follower_account_id: field(uuid, ({ link }) => link.followerAccountId),
  role: field(oneOf(COPY_ROLES), ({ role }) => role, 'Whose account is the caller’s.'),
  status: field(oneOf(COPY_LINK_STATUSES), ({ link }) => link.status),
  reason: field(oneOfOrNull(COPY_LINK_REASONS, 'CopyLinkReason'), ({ link }) => link.reason, 'Of PAUSED and ENDED.'),
  sizing: field(sizingCodec, ({ link }) => link.sizing),
  symbols: field(orNull(listOf(text)), ({ link }) => link.symbols, 'null: all.'),
  copy: field(listOf(oneOf(COPIED_KINDS)), ({ link }) => link.copies),
  on_refusal: field(oneOf(REFUSAL_ACTIONS), ({ link }) => link.onRefusal),
  max_slippage_pct: field(orNull(decimal), ({ link }) => link.slippagePctMax),
  max_delay_ms: field(whole, ({ link }) => link.delayMsMax),
  created_at: field(time, ({ link }) => link.createdAt),
  accepted_at: field(orNull(time), ({ link }) => link.acceptedAt),
  updated_at: field(time, ({ link }) => link.updatedAt),
  ended_at: field(orNull(time), ({ link }) => link.endedAt),
  version: field(count, ({ link }) => link.version),
  drift: field(
    optional(listOf(driftCodec)),
    ({ drift }) => drift,
    'Where the follower holds something else than it should; of one link, for the owner of the follower.',
  ),
})
