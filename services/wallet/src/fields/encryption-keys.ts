import { createSecretKey, type KeyObject } from 'node:crypto'

/** A key for AES-256, and the name under which what it has encrypted is stored. */
export interface EncryptionKey {
  readonly id: string
  /** An object that prints and serialises as nothing. */
  readonly key: KeyObject
}

const KEY_BYTES = 32

/**
 * Reads `id:base64` of 32 bytes.
 * @throws Error that says what is wrong without repeating any of it
 */
export function parseEncryptionKey(text: string): EncryptionKey {
  const [, id, encoded] = /^([A-Za-z0-9._-]{1,32}):(.*)$/.exec(text) ?? []
  if (id === undefined || encoded === undefined)
    throw new Error('not of the form id:base64, with an id of 1 to 32 letters, digits, dots, hyphens and underscores')
  const bytes = Buffer.from(encoded, 'base64')
  // Reading base64 passes over whatever it does not know.
  if (bytes.toString('base64') !== encoded || bytes.length !== KEY_BYTES)
    throw new Error(`the part after the colon is not the base64 of ${KEY_BYTES} bytes`)
  return { id, key: createSecretKey(bytes) }
}
