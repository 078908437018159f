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
  /** Opens the operator API. */
  readonly operatorToken: string
}

/** Without one of these a database that is there cannot be opened any more. */
const LASTING = ['postgresPassword', 'walletDatabasePassword', 'engineDatabasePassword', 'serviceToken'] as const
/** Made anew where an earlier version had none. */
const RENEWABLE = ['operatorToken'] as const

/** Reads the secrets, or makes them when there is no database yet that would need the lost ones. */
export function loadSecrets(file: string, postgresHome: string): Secrets {
  if (existsSync(file)) return readSecrets(file)
  if (existsSync(postgresHome)) {
    throw new StartError(
      `${file} is missing, and with it the passwords of the database in ${postgresHome}: restore it, or remove both to begin anew`,
    )
  }
  return complete(file, {})
}

function complete(file: string, known: Readonly<Record<string, unknown>>): Secrets {
  const missing = [...LASTING, ...RENEWABLE].filter((name) => known[name] === undefined)
  const made = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('hex')]))
  const secrets = { ...known, ...made }
  if (missing.length > 0) writePrivateFile(file, secrets)
  return secrets as unknown as Secrets
}

/** Appears whole or not at all, on disk before the name, readable by its owner only. */
export function writePrivateFile(file: string, content: object): void {
  const unfinished = `${file}.unfinished`
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}

function readSecrets(file: string): Secrets {
  const secrets = parse(readFileSync(file, 'utf8'))
  if (!LASTING.every((name) => typeof secrets[name] === 'string'))
    throw new StartError(`${file} is damaged: restore it from a backup`)
  return complete(file, secrets)
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}
