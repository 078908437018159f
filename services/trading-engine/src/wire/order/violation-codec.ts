import { ALL_RISK_RULES, SEVERITIES, UNITS, type Violation } from '../../core/model/plan/violation.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, oneOf, oneOfOrNull, optional, orNull, text, time } from '../codec/kinds.js'

/** The fields of a crossed limit, in a violation and in a breach. */
export const violatedFields = {
  rule: field(oneOf(ALL_RISK_RULES), ({ rule }: Violated) => rule),
  severity: field(oneOf(SEVERITIES), ({ severity }: Violated) => severity),
  message: field(text, ({ message }: Violated) => message),
  limit: field(orNull(decimal), ({ limit }: Violated) => limit),
  value: field(orNull(decimal), ({ value }: Violated) => value),
  unit: field(oneOfOrNull(UNITS), ({ unit }: Violated) => unit),
}

type Violated = Omit<Violation, 'until'>

/** The reason an order was refused (spec section 2). */
export const violationCodec = codecOf<Violation>()({
  ...violatedFields,
  until: field(optional(time), ({ until }) => until),
})
