/** Keys in encrypted files as Ethereum wallets write them: Web3 Secret Storage, version 3. */
import { createDecipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../../port.js'
import { SignerError, type Signer } from './signer.js'

const deriveByScrypt = promisify(scrypt) as (
  passphrase: Buffer,
  salt: Buffer,
  bytes: number,
  options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
) => Promise<Buffer>
const deriveByPbkdf2 = promisify(pbkdf2)

/** Twice the memory that geth's strongest files need. */
const SCRYPT_BYTES_MAX = 536_870_912

export interface KeystoreOptions {
  readonly file: string
  /** Its first line is the passphrase. */
  readonly passphraseFile: string
  /** The address that the key must have. */
  readonly address: Hex
}

/** @throws SignerError that names the file, and nothing of what is in it */
export async function openKeystore({ file, passphraseFile, address }: KeystoreOptions): Promise<Signer> {
  const text = await readSecret(file)
  const passphrase = await readPassphrase(passphraseFile)
  const key = await decrypt(file, text, passphrase)
  const account = accountOf(file, key)
  if (account.address.toLowerCase() !== address) throw new SignerError(`${file} holds the key of ${account.address}`)
  return { address, sign: (transaction) => account.signTransaction({ type: 'eip1559', ...transaction }) }
}

/** @throws SignerError that names the file */
export async function readPassphrase(file: string): Promise<Buffer> {
  return Buffer.from((await readSecret(file)).split(/\r?\n/)[0] ?? '')
}

async function readSecret(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    // A container runtime puts a folder where the file that it is to mount is not.
    const isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR'
    throw new SignerError(`${file} cannot be read${isFolder ? ': it is a folder, not a file' : ''}`)
  }
}

function accountOf(file: string, key: Buffer) {
  try {
    return privateKeyToAccount(`0x${key.toString('hex')}`)
  } catch {
    throw new SignerError(`${file} holds no usable key`)
  }
}

async function decrypt(file: string, text: string, passphrase: Buffer): Promise<Buffer> {
  const { cipher, iv, ciphertext, mac, derive } = readKeystore(file, text)
  if (cipher !== 'aes-128-ctr') throw new SignerError(`${file} is encrypted with ${cipher}, not aes-128-ctr`)
  const derived = await derive(passphrase)
  const expected = Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2), 'hex')
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected))
    throw new SignerError(`the passphrase does not open ${file}`)
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

interface Keystore {
  readonly cipher: string
  readonly iv: Buffer
  readonly ciphertext: Buffer
  readonly mac: Buffer
  readonly derive: (passphrase: Buffer) => Promise<Buffer>
}

function readKeystore(file: string, text: string): Keystore {
  try {
    const { version, ...parts } = JSON.parse(text) as KeystoreFile
    const crypto = parts.crypto ?? parts.Crypto
    if (version !== 3 || crypto === undefined) throw new TypeError('not of version 3')
    const { kdf, kdfparams } = crypto
    const salt = Buffer.from(kdfparams.salt, 'hex')
    const { n: N = 0, r = 0, p = 0, c = 0, dklen, prf } = kdfparams
    if (kdf !== 'scrypt' && (kdf !== 'pbkdf2' || prf !== 'hmac-sha256')) throw new TypeError('unknown derivation')
    return {
      cipher: crypto.cipher,
      iv: Buffer.from(crypto.cipherparams.iv, 'hex'),
      ciphertext: Buffer.from(crypto.ciphertext, 'hex'),
      mac: Buffer.from(crypto.mac, 'hex'),
      derive: (passphrase) =>
        kdf === 'scrypt'
          ? deriveByScrypt(passphrase, salt, dklen, { N, r, p, maxmem: SCRYPT_BYTES_MAX })
          : deriveByPbkdf2(passphrase, salt, c, dklen, 'sha256'),
    }
  } catch {
    throw new SignerError(`${file} is no keystore of version 3 (scrypt, or pbkdf2 with hmac-sha256)`)
  }
}

interface KeystoreFile {
  readonly version: number
  readonly crypto?: EncryptedKey
  /** As older wallets write it. */
  readonly Crypto?: EncryptedKey
}

interface EncryptedKey {
  readonly cipher: string
  readonly cipherparams: { readonly iv: string }
  readonly ciphertext: string
  readonly kdf: string
  readonly kdfparams: {
    readonly salt: string
    readonly dklen: number
    readonly n?: number
    readonly r?: number
    readonly p?: number
    readonly c?: number
    readonly prf?: string
  }
  readonly mac: string
}
