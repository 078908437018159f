import { invalidPayload } from '@ats/service-kit/process'
import { isVisibleName, VISIBLE_NAME } from '../core/values/visible-name.js'

/**
 * Checks the name of a new account behind the replay of stored answers: names of 1.0 could have invisible characters,
 * and a late retry of theirs still gets its answer.
 *
 * @throws invalid_payload
 */
export function requireVisibleName(name: string | null): void {
  if (name === null || isVisibleName(name)) return
  const message = `name must be 1 to 128 characters that ${VISIBLE_NAME}`
  throw invalidPayload([{ path: ['name'], code: 'string.pattern.base', message }], message)
}
