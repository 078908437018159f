import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { StartError } from '../start-error.js'

/** Made once per installation, kept with mode 600, never printed. */
export interface Secrets {
  readonly postgresPassword: string
  readonly walletDatabasePassword: string
  readonly engineDatabasePassword: string
  /** The engine's proof of identity towards the wallet. */
  readonly serviceToken: string
  /** `WEBHOOK_SECRET_KEYS` of the wallet: what its webhook secrets are encrypted with. */
  readonly webhookSecretKeys: string
  /** Opens the operator API, as an operator. */
  readonly operatorToken: string
  /** As an approver. */
  readonly approverToken: string
  /** With which the dashboard signs the user of its requests to engine and wallet. */
  readonly gatewaySecret: string
  /** Seals the sessions of the dashboard. */
  readonly sessionSecret: string
}

const makeToken = (): string => randomBytes(32).toString('hex')

const MAKERS: Readonly<Record<keyof Secrets, () => string>> = {
  postgresPassword: makeToken,
  walletDatabasePassword: makeToken,
  engineDatabasePassword: makeToken,
  serviceToken: makeToken,
  webhookSecretKeys: () => `local:${randomBytes(32).toString('base64')}`,
  operatorToken: makeToken,
  approverToken: makeToken,
  gatewaySecret: makeToken,
  sessionSecret: makeToken,
}

/** Installations made before these existed get them at their next start. */
const LATER: ReadonlySet<string> = new Set<keyof Secrets>([
  'webhookSecretKeys',
  'operatorToken',
  'approverToken',
  'gatewaySecret',
  'sessionSecret',
])

/** Reads the secrets, or makes them when there is no database yet that would need the lost ones. */
export function loadSecrets(file: string, postgresHome: string): Secrets {
  if (existsSync(file)) return readSecrets(file)
  if (existsSync(postgresHome)) {
    throw new StartError(
      `${file} is missing, and with it the passwords of the database in ${postgresHome}: restore it, or remove both to start afresh`,
    )
  }
  const secrets = completed({})
  writePrivateFile(file, secrets)
  return secrets
}

type Kept = Readonly<Record<string, unknown>>

/** The kept secrets, and new ones in place of those that are missing. */
function completed(kept: Kept): Secrets {
  const made = Object.entries(MAKERS).map(([name, make]): [string, unknown] => [name, kept[name] ?? make()])
  return { ...kept, ...(Object.fromEntries(made) as Record<keyof Secrets, string>) }
}

/** Appears whole or not at all, on disk before the name, readable by its owner only. */
export function writePrivateFile(file: string, content: object): void {
  const unfinished = `${file}.unfinished`
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}

function readSecrets(file: string): Secrets {
  const kept = parse(readFileSync(file, 'utf8'))
  const isWhole = Object.keys(MAKERS).every(
    (name) => typeof kept[name] === 'string' || (LATER.has(name) && kept[name] === undefined),
  )
  if (!isWhole) throw new StartError(`${file} is damaged: restore it from a backup`)
  const secrets = completed(kept)
  if (Object.keys(secrets).length > Object.keys(kept).length) writePrivateFile(file, secrets)
  return secrets
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}
