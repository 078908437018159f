/** Certificates that servers of tests make for themselves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export interface SelfSigned {
  /** PEM. */
  readonly key: string
  readonly cert: string
  /** PEM file of the certificate, to be trusted. */
  readonly caFile: string
  /** PEM file of its key, for another server on this machine. */
  readonly keyFile: string
  /** Removes the files. */
  readonly remove: () => Promise<void>
}

/** For as long as the tests of a file run. */
const VALID_MS = 86_400_000

/** Makes a certificate for localhost, 127.0.0.1 and the names given. */
export async function createSelfSigned(...names: readonly string[]): Promise<SelfSigned> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + VALID_MS),
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...['localhost', ...names].map((value) => ({ type: 2 as const, value })),
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  const directory = await mkdtemp(join(tmpdir(), 'self-signed-'))
  const caFile = join(directory, 'ca.pem')
  const keyFile = join(directory, 'key.pem')
  await writeFile(caFile, cert)
  await writeFile(keyFile, key)
  return { key, cert, caFile, keyFile, remove: () => rm(directory, { recursive: true }) }
}
