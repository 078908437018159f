import type { WrittenOff } from '../../core/model/account/token-holding.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, text, venue } from '../codec/kinds.js'

/** The data of `account.written_off`. */
export const writtenOffCodec = codecOf<WrittenOff>('WrittenOff')({
  venue: field(venue, ({ venue }) => venue),
  token: field(text, ({ token }) => token),
  name: field(text, ({ name }) => name),
  amount: field(decimal, ({ amount }) => amount),
  value: field(decimal, ({ value }) => value),
  reason: field(text, ({ reason }) => reason),
})
