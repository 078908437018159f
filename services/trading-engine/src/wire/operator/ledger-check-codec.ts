import { LEDGER_CHECKS, type Difference } from '../../core/read/ledger-check.js'
import { codecOf, field } from '../codec/codec.js'
import { oneOf, orNull, text, uuid } from '../codec/kinds.js'

export const differenceCodec = codecOf<Difference>('LedgerDifference')({
  account_id: field(uuid, (difference) => difference.accountId),
  check: field(oneOf(LEDGER_CHECKS), (difference) => difference.check),
  subject: field(orNull(uuid), (difference) => difference.subject),
  expected: field(text, (difference) => difference.expected),
  found: field(text, (difference) => difference.found),
})
