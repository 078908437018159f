import { isNativeError } from 'node:util/types'
import { DatabaseError } from 'pg'
import { saysUnreachable } from '../unsafe/pg.js'
import { NotPrimary } from './primary.js'

/** Whether the error says "no answer from Postgres" rather than "Postgres said no". */
export function isConnectionFailure(error: unknown): boolean {
  if (!isNativeError(error)) return false
  if (error instanceof NotPrimary) return true
  if (error instanceof DatabaseError) return /^(08|53|57P0|25006)/.test(error.code ?? '')
  return NETWORK_CODES.has(codeOf(error)) || saysUnreachable(error.message)
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
