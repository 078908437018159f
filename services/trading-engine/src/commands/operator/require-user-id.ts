import { invalidPayload } from '@ats/service-kit/process'

/**
 * Checks the user of something new behind what was stored before: no header carries a blank at an end, so no user could
 * ever be the one.
 *
 * @throws invalid_payload
 */
export function requireUserId(userId: string): void {
  if (userId.trim() === userId) return
  const message = 'user_id must not begin or end with a blank: no user is called so'
  throw invalidPayload([{ path: ['user_id'], code: 'user_id.blank', message }], message)
}
