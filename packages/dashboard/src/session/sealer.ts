import { createHash, hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, errors } from 'jose'

/** Seals and opens what only this gateway can read or change: JWE, `dir` with A256GCM. */
export interface Sealer {
  seal(content: object): Promise<string>
  /** Null for what was not sealed here, with one of the secrets and for this purpose. */
  open(sealed: string): Promise<unknown>
}

interface SealingKey {
  readonly kid: string
  readonly bytes: Uint8Array
}

/**
 * `secrets`: the first seals, all of them open, so that they can be replaced without ending a session. `purpose` keeps
 * what is sealed for one thing from being taken for another.
 */
export function createSealer(secrets: readonly [string, ...string[]], purpose: string): Sealer {
  const [sealing, ...older] = secrets
  const newest = keyOf(sealing, purpose)
  const keys = new Map([newest, ...older.map((secret) => keyOf(secret, purpose))].map(({ kid, bytes }) => [kid, bytes]))
  return {
    seal: (content) =>
      new CompactEncrypt(Buffer.from(JSON.stringify(content)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.kid })
        .encrypt(newest.bytes),
    async open(sealed) {
      try {
        const { plaintext } = await compactDecrypt(sealed, ({ kid = '' }) => keyFor(keys, kid), ONLY_OURS)
        return JSON.parse(Buffer.from(plaintext).toString('utf8')) as unknown
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

const ONLY_OURS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

function keyFor(keys: ReadonlyMap<string, Uint8Array>, kid: string): Uint8Array {
  const key = keys.get(kid)
  if (key === undefined) throw new errors.JWEDecryptionFailed()
  return key
}

/** The name of the key says nothing of the secret: it is made from the key, which is made from it. */
function keyOf(secret: string, purpose: string): SealingKey {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', `dashboard ${purpose}`, 32))
  return { bytes, kid: createHash('sha256').update(bytes).digest('base64url').slice(0, 8) }
}
