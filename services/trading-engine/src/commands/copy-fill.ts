import { decideCopy, type CopyFill } from '../core/decide/decide-copy.js'
import { isRefusal, type Copied } from '../core/model/copied.js'
import type { CopyLink } from '../core/model/copy-link.js'
import { formatDecimal } from '../core/values/decimal.js'
import { BY_COPY } from '../core/model/order/origin.js'
import { withInputs } from '../core/model/outcome.js'
import { writeWhole } from '../core/values/input-text.js'
import { copiedCodec } from '../wire/account/copy-codec.js'
import { asNumber, asText } from '../wire/decimals.js'
import { placingContext } from './placing-context.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

/** Copies a fill once, however often it is asked to. No trader can send such a client_id: it has slashes. */
export const copyFill = (runCommand: RunCommand, copy: CopyFill): Promise<Answer> => runCommand(copyCommand(copy))

export function copyCommand(copy: CopyFill): Command<Copied> {
  const { link, fill } = copy
  return {
    kind: 'copy_fill',
    userId: link.followerUserId ?? '',
    origin: BY_COPY,
    accountId: link.followerAccountId,
    clientId: `copy/${link.id}/${fill.id}`,
    fingerprint: Buffer.alloc(0),
    decide: async (account, context, db) => {
      const placing = await placingContext(db, account, context)
      return withInputs(decideCopy(account, copy, placing), placing)
    },
    render: (copied) => ({ status: 200, text: recordOf(copied, link) }),
    write: asNumber,
    asked: writeWhole(copy),
    isPatient: true,
  }
}

/** As a trigger reads it: decimals to the last digit, and the version of the link that was decided on. */
export const recordOf = (copied: Copied, { version }: Pick<CopyLink, 'version'>): string =>
  `{"link_version":${version},"is_refusal":${isRefusal(copied)},"target":${targetText(copied.target)},` +
  `"copied":${copiedCodec.json(copied, asText)}}`

function targetText(target: Copied['target']): string {
  if (target === null) return 'null'
  if ('add' in target) return `{"add":"${formatDecimal(target.add)}"}`
  const { closed, before, lotSize, rounding } = target
  const [part, whole, lot] = [closed, before, lotSize].map(formatDecimal)
  return JSON.stringify({ closed: part, before: whole, lot, rounding })
}
