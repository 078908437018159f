import { decideCopyProtection, type CopyProtection } from '../core/decide/decide-copy-protection.js'
import type { Copied } from '../core/model/copied.js'
import { BY_COPY } from '../core/model/order/origin.js'
import { writeWhole } from '../core/values/input-text.js'
import { asNumber } from '../wire/decimals.js'
import { recordOf } from './copy-fill.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

/** Copies a version of a stop or of a target once. */
export const copyProtection = (runCommand: RunCommand, copy: CopyProtection): Promise<Answer> =>
  runCommand(copyProtectionCommand(copy))

export function copyProtectionCommand(copy: CopyProtection): Command<Copied> {
  const { link, exit } = copy
  return {
    kind: 'copy_protection',
    userId: link.followerUserId ?? '',
    origin: BY_COPY,
    accountId: link.followerAccountId,
    clientId: `copy/${link.id}/${exit.id}/${exit.version}`,
    fingerprint: Buffer.alloc(0),
    decide: (account, context) => decideCopyProtection(account, copy, context),
    render: (copied) => ({ status: 200, text: recordOf(copied, link) }),
    write: asNumber,
    asked: writeWhole(copy),
    isPatient: true,
  }
}
