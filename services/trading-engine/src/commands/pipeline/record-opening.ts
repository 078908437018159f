import type { Account } from '../../core/model/account/account.js'
import type { Transfer } from '../../core/model/account/ledger.js'
import { writeInput } from '../../core/values/input-text.js'
import { asNumber, asText, type WriteDecimal } from '../../wire/decimals.js'
import { writeIds } from './recorded-ids.js'
import type { RecordedInputs } from './recorded-inputs.js'

/** The terms that an account was opened with. */
export interface RecordedOpening {
  readonly plan: string
  readonly version: number
  readonly challengeId: string | null
  readonly phase: string | null
  readonly referral: string | null
  readonly name: string
  readonly defaultVenue: Account['defaultVenue']
}

/** The inputs of opening an account, as it is kept with the command that has done it. */
export function recordOpening(
  { id, plan, challengeId, phase, referral, name, defaultVenue }: Account,
  funding: Transfer,
  commandId: string,
  write: WriteDecimal = asNumber,
): string {
  const opening: RecordedOpening = {
    ...{ plan: plan.id, version: plan.version, challengeId, phase, referral, name, defaultVenue },
  }
  const record: RecordedInputs = {
    v: 0,
    ...(write === asText ? { w: 1 } : {}),
    a: opening,
    i: writeIds([id, funding.id, commandId]),
  }
  return writeInput(record)
}
