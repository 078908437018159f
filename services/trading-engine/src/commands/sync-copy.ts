import { decideSync } from '../core/decide/decide-copy.js'
import type { Copied } from '../core/model/copied.js'
import type { CopyLink } from '../core/model/copy-link.js'
import type { Listing } from '../core/model/market/listing.js'
import { BY_COPY } from '../core/model/order/origin.js'
import { decided, withInputs } from '../core/model/outcome.js'
import { writeWhole } from '../core/values/input-text.js'
import { readCopyTargets } from '../store/accounts/copy-targets.js'
import { asNumber } from '../wire/decimals.js'
import { recordOf } from './copy-fill.js'
import { placingContext } from './placing-context.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

/** Orders what the follower lacks of its target in a listing, or has too much of. Again there is nothing to order. */
export const syncCopy = (runCommand: RunCommand, link: CopyLink, { venue, symbol }: Listing): Promise<Answer> =>
  runCommand(syncCommand({ link, venue, symbol }))

export interface CopySync extends Listing {
  readonly link: CopyLink
}

export const syncCommand = ({ link, venue, symbol }: CopySync): Command<Copied | null> => ({
  kind: 'copy_sync',
  userId: link.followerUserId ?? '',
  origin: BY_COPY,
  accountId: link.followerAccountId,
  clientId: null,
  fingerprint: Buffer.alloc(0),
  decide: async (account, context, db) => {
    const targets = await readCopyTargets(db, link)
    const aimed = targets.find((one) => one.venue === venue && one.symbol === symbol)
    if (aimed === undefined) return decided(null, null)
    const placing = await placingContext(db, account, context)
    return withInputs(decideSync(account, { ...aimed, link }, placing), placing)
  },
  render: (copied) => ({ status: 200, text: copied === null ? 'null' : recordOf(copied, link) }),
  write: asNumber,
  asked: writeWhole({ link, venue, symbol }),
})
