import { isNativeError } from 'node:util/types'
import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { scrubCredentials } from './scrub-credentials.js'

export type Logger = PinoLogger

export interface LoggerOptions {
  readonly service: string
  readonly level: string
  /** Where the JSON lines go; standard output when absent. */
  readonly destination?: DestinationStream
}

/**
 * JSON lines. Secrets are kept out three times: nothing logs headers or bodies whole, known paths are redacted, and
 * each finished line is searched for anything that still looks like a credential.
 */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...REDACTED_FIELDS, ...REDACTED_FIELDS.map((field) => `*.${field}`)], censor: '[redacted]' },
      serializers: { err: describeError },
    },
    scrubbing(destination ?? pino.destination({ fd: 1, sync: true })),
  )
}

const REDACTED_FIELDS = [
  'authorization',
  'cookie',
  'key',
  'password',
  'secret',
  'token',
  'connectionString',
  'webhookSecret',
  '["x-api-key"]',
  '["x-api-secret"]',
  '["x-user-id-signature"]',
]

function scrubbing(destination: DestinationStream): DestinationStream {
  return {
    write(line) {
      destination.write(scrubCredentials(line))
    },
  }
}

const CAUSES_MAX = 5

/** Only these fields: the errors of database and HTTP clients carry rows, parameters and headers in others. */
function describeError(error: unknown, depth = 0): unknown {
  if (!isNativeError(error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const cause = error.cause !== undefined && depth < CAUSES_MAX ? { cause: describeError(error.cause, depth + 1) } : {}
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause }
}
