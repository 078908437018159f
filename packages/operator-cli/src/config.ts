import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure } from './failure.js'

/** Where the operator API is, and what opens it. */
export interface Connection {
  readonly url: string
  readonly token: string
}

const REPOSITORY = join(__dirname, '..', '..', '..')

/** The file that `npm start` leaves: the people it has made, each with a token. */
interface LocalConnection extends Connection {
  readonly people: Readonly<Record<string, string>>
}

/**
 * OPERATOR_URL and OPERATOR_TOKEN, or what `npm start` has left in its DATA_DIR, there as the person of that name.
 * @throws Failure usage, when there is neither
 */
export function findConnection(environment: NodeJS.ProcessEnv, person?: string): Connection {
  const { OPERATOR_URL: url, OPERATOR_TOKEN: token } = environment
  if (url && token) {
    if (person !== undefined) throw new Failure('usage', '--as is for npm start: OPERATOR_TOKEN says who you are')
    return { url: url.replace(/\/{1,9}$/, ''), token }
  }
  if (url || token) throw new Failure('usage', 'set both OPERATOR_URL and OPERATOR_TOKEN, or neither')
  const file = join(resolve(environment['DATA_DIR'] || join(REPOSITORY, '.data')), 'operator.json')
  const local = readLocal(file)
  if (person === undefined) return local
  const ofPerson = local.people[person]
  if (ofPerson === undefined)
    throw new Failure('usage', `--as must be one of ${Object.keys(local.people).join(', ')}: ${file} has no ${person}`)
  return { url: local.url, token: ofPerson }
}

function readLocal(file: string): LocalConnection {
  try {
    return { people: {}, ...(JSON.parse(readFileSync(file, 'utf8')) as Connection) }
  } catch {
    throw new Failure(
      'usage',
      `${file} cannot be read: run npm start first (with the same DATA_DIR), or set OPERATOR_URL and OPERATOR_TOKEN`,
    )
  }
}

/** The one place that reads the environment. */
export const environment: NodeJS.ProcessEnv = process.env
