import type { Account } from '@ats/sdk/types'
import { text } from '../text/en/account.js'
import { ToneBadge } from '../ui/tone-badge.js'

/** Marks an account that trades real money; nothing of one that does not. */
export const LiveBadge = ({ account: { execution } }: { readonly account: Pick<Account, 'execution'> }) =>
  execution === 'LIVE' ? (
    <span title={text.liveHint}>
      <ToneBadge tone="warning">{text.live}</ToneBadge>
    </span>
  ) : null
