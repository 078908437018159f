import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { Failure } from './failure.js'

/** Where the operator API is, and what opens it. */
export interface Connection {
  readonly url: string
  readonly token: string
}

const REPOSITORY = join(__dirname, '..', '..', '..')

/**
 * OPERATOR_URL and OPERATOR_TOKEN, or what `npm start` has left in its DATA_DIR.
 * @throws Failure usage, when there is neither
 */
export function findConnection(environment: NodeJS.ProcessEnv): Connection {
  const { OPERATOR_URL: url, OPERATOR_TOKEN: token } = environment
  if (url && token) return { url: url.replace(/\/{1,9}$/, ''), token }
  if (url || token) throw new Failure('usage', 'set both OPERATOR_URL and OPERATOR_TOKEN, or neither')
  const file = join(resolve(environment['DATA_DIR'] || join(REPOSITORY, '.data')), 'operator.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Connection
  } catch {
    throw new Failure(
      'usage',
      `${file} cannot be read: run npm start first (with the same DATA_DIR), or set OPERATOR_URL and OPERATOR_TOKEN`,
    )
  }
}

/** The operator's name in the audit, unless given: OPERATOR_NAME, else the name of the user of this machine. */
export const defaultName = (environment: NodeJS.ProcessEnv): string =>
  environment['OPERATOR_NAME'] || userInfo().username

/** The one place that reads the environment. */
export const environment: NodeJS.ProcessEnv = process.env
