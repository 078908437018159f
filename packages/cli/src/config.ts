import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Failure } from './failure.js'
import type { ProfileFile } from './profile/profile-file.js'
import { isAddress } from './profile/address.js'

/** Where to call, and with which key. */
export interface Connection {
  /** The address of the trading engine, without a slash at its end. */
  readonly url: string
  readonly walletUrl: string | undefined
  readonly credentials: { readonly key: string; readonly secret: string } | undefined
  readonly account: string | undefined
  /** Sent to the wallet as `X-User-Id`. */
  readonly user: string | undefined
  /** Sent to the wallet as `Authorization`, for a gateway that finds out the user by it. */
  readonly walletAuthorization: string | undefined
  readonly profile: string
}

export const DEFAULT_URL = 'http://127.0.0.1:4000'
export const DEFAULT_WALLET_URL = 'http://127.0.0.1:4001'

export interface Overrides {
  readonly profile?: string
  readonly account?: string
  /** The profile need not be there: it is about to be made. */
  readonly mayBeNew?: boolean
}

/**
 * Flags, then the environment, then the profile. The account of a profile belongs to its key: with another key in the
 * environment it is left out.
 * @throws Failure usage, when an address is none or half of the credentials is missing
 */
export function findConnection(
  environment: NodeJS.ProcessEnv,
  file: ProfileFile,
  { profile: named, account, mayBeNew = false }: Overrides,
): Connection {
  const name = named ?? (environment['ATS_PROFILE'] || file.current)
  const profile = file.profiles[name]
  if (!mayBeNew && profile === undefined && (named !== undefined || environment['ATS_PROFILE']))
    throw new Failure('usage', `there is no profile ${name}`, [profileNames(file)])
  const { ATS_API_KEY: key, ATS_API_SECRET: secret } = environment
  if (Boolean(key) !== Boolean(secret))
    throw new Failure('usage', 'set both ATS_API_KEY and ATS_API_SECRET, or neither')
  const credentials = key && secret ? { key, secret } : profile
  const isSameKey = credentials?.key === profile?.key
  const url = environment['ATS_URL'] || profile?.url || DEFAULT_URL
  const isLocal = url === DEFAULT_URL
  return {
    url: address('ATS_URL', url),
    walletUrl: optionalAddress(
      'ATS_WALLET_URL',
      environment['ATS_WALLET_URL'] || profile?.walletUrl || (isLocal ? DEFAULT_WALLET_URL : undefined),
    ),
    credentials: credentials && { key: credentials.key, secret: credentials.secret },
    account: account ?? (environment['ATS_ACCOUNT'] || (isSameKey ? profile?.account : undefined)),
    user: environment['ATS_USER'] || profile?.user,
    walletAuthorization: environment['ATS_WALLET_AUTHORIZATION'] || undefined,
    profile: name,
  }
}

const profileNames = ({ profiles }: ProfileFile): string => {
  const names = Object.keys(profiles)
  return names.length === 0 ? 'there is none yet: ats login makes one' : `those there are: ${names.join(', ')}`
}

export function address(name: string, text: string): string {
  if (isAddress(text)) return text.replace(/\/{1,9}$/, '')
  throw new Failure('usage', `${name} must be an http or https address such as ${DEFAULT_URL}, not ${text}`)
}

const optionalAddress = (name: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : address(name, text)

export const profilesPath = ({ XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string =>
  join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'ats', 'profiles.json')

/** Where `ats listen` keeps how far it has come. */
export const listenStatePath = ({ XDG_STATE_HOME }: NodeJS.ProcessEnv): string =>
  join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'ats', 'listen.json')

/** The demo user of an `npm start` on this machine. */
export interface Demo {
  readonly key: string
  readonly secret: string
  readonly accountId: string
  readonly engineUrl: string
  readonly walletUrl: string
  readonly userId: string
}

/**
 * Reads what `npm start` keeps of its demo user: in DATA_DIR, or in `.data` of the directory or one above it.
 * @throws Failure usage, when there is nothing
 */
export function readDemo({ DATA_DIR }: NodeJS.ProcessEnv, directory: string): Demo {
  const places = DATA_DIR ? [DATA_DIR] : directoriesUp(directory).map((place) => join(place, '.data'))
  for (const place of places) {
    try {
      return JSON.parse(readFileSync(join(place, 'demo.json'), 'utf8')) as Demo
    } catch {
      continue // the next one up
    }
  }
  throw new Failure('usage', 'no demo user found here or in any directory above: is npm start running?', [
    'start it, then repeat this in its directory, or set DATA_DIR as it is set there',
  ])
}

function directoriesUp(directory: string): readonly string[] {
  const parent = dirname(directory)
  return parent === directory ? [directory] : [directory, ...directoriesUp(parent)]
}
