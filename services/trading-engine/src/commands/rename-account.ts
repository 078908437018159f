import type { Account } from '../core/model/account/account.js'
import type { Origin } from '../core/model/order/origin.js'
import { decideRename } from '../core/decide/decide-rename.js'
import { computeFigures, type Figures } from '../core/margin/figures.js'
import { accountCodec } from '../wire/account/account-codec.js'
import type { WriteDecimal } from '../wire/decimals.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface RenameRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly name: string
  readonly write: WriteDecimal
}

/** PATCH /v1/account/:account_id: the account under its new name. Repeating it is safe. */
export const renameAccount = (runCommand: RunCommand, request: RenameRequest): Promise<Answer> =>
  runCommand(renameCommand(request))

interface Renamed {
  readonly account: Account
  readonly figures: Figures
}

export const renameCommand = ({ userId, origin, accountId, name, write }: RenameRequest): Command<Renamed> => ({
  kind: 'rename_account',
  userId,
  origin,
  accountId,
  clientId: null,
  fingerprint: Buffer.alloc(0),
  decide: (account, context) => {
    const outcome = decideRename(account, name, context)
    if (outcome.kind === 'problem') return outcome
    return { ...outcome, answer: { account: outcome.answer, figures: computeFigures(outcome.answer, context) } }
  },
  render: (renamed) => ({ status: 200, text: accountCodec.json(renamed, write) }),
  write,
  asked: { name },
})
