import { readFileSync } from 'node:fs'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { ConfigError } from '@ats/service-kit/process'

/**
 * The authorities that venues are trusted by: the usual ones, and those of a file of PEM certificates. Undefined
 * without a file, where Node's own settings (NODE_EXTRA_CA_CERTS) count. Made once: reading the roots takes long.
 * @throws ConfigError
 */
export function loadVenueAuthorities(file: string | null): SecureContext | undefined {
  if (file === null) return undefined
  try {
    return createSecureContext({ ca: [...rootCertificates, readFileSync(file, 'utf8')] })
  } catch (error) {
    throw new ConfigError([`VENUE_CA_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`])
  }
}
