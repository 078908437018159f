import type { EventBody } from '../../core/model/events.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, whole } from '../codec/kinds.js'

/** The figures with which an account passed. */
export const passedCodec = codecOf<Extract<EventBody, { readonly type: 'account.passed' }>>('PassedObjective')({
  profit: field(decimal, ({ profit }) => profit),
  trading_days: field(whole, ({ tradedDays }) => tradedDays),
})
