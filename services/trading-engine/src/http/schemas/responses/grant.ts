import { count, listOf, record, text, time, uuid } from '../../../wire/codec/schemas.js'

export const grant = record({
  id: uuid,
  user_id: text,
  plan_id: text,
  plan_version: count,
  challenge_id: text.allow(null),
  account_id: uuid.allow(null),
  created_at: time,
})
export const grants = listOf(grant)
