import Joi from 'joi'
import type { AuditEntry } from '../../core/model/account/operator-audit.js'
import { codecOf, field } from '../codec/codec.js'
import { orNull, shaped, text, time, uuid } from '../codec/kinds.js'

/** A request or an outcome, as it was kept. */
const kept = shaped<object>(Joi.object().unknown(), (one) => one)

export const auditCodec = codecOf<AuditEntry>('AuditEntry')({
  id: field(uuid, (entry) => entry.id),
  at: field(time, (entry) => entry.at),
  operator: field(text, (entry) => entry.name),
  note: field(orNull(text), (entry) => entry.note, 'What X-Operator said; null where nothing.'),
  action: field(text, (entry) => entry.action),
  subject: field(text, (entry) => entry.subject),
  request: field(kept, (entry) => entry.request),
  outcome: field(kept, (entry) => entry.outcome),
})
