import { ALL_RISK_RULES, SEVERITIES, UNITS, type Violation } from '../../core/model/plan/violation.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, oneOf, oneOfOrNull, optional, orNull, text, time } from '../codec/kinds.js'

/** The fields of a crossed limit, in a violation and in a breach. */
export const violatedFields = {
  rule: field(oneOf(ALL_RISK_RULES), ({ rule }: Pick<Violation, 'rule'>) => rule),
  severity: field(oneOf(SEVERITIES), ({ severity }: Pick<Violation, 'severity'>) => severity),
  message: field(text, ({ message }: Pick<Violation, 'message'>) => message),
  limit: field(orNull(decimal), ({ limit }: Pick<Violation, 'limit'>) => limit),
  value: field(orNull(decimal), ({ value }: Pick<Violation, 'value'>) => value),
  unit: field(oneOfOrNull(UNITS), ({ unit }: Pick<Violation, 'unit'>) => unit),
}

/** The reason an order was refused (spec section 2). */
export const violationCodec = codecOf<Violation>('Violation')({
  ...violatedFields,
  until: field(optional(time), ({ until }) => until),
})
