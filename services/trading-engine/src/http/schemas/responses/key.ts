import { SCOPES } from '@ats/contracts'
import { listOf, oneOf, record, text, time, uuid, whole } from '../../../wire/codec/schemas.js'

export const keyInfo = record({
  key_id: uuid,
  user_id: text,
  permissions: listOf(oneOf(SCOPES)),
  ip_whitelist: listOf(text),
  expires_at: time.allow(null),
  rate_limit: record({ limit: whole, remaining: whole, reset_at: time }),
})
