import { createCipheriv, pbkdf2Sync, scryptSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../../port.js'
import type { RpcEndpoint } from '../rpc/rpc-endpoint.js'
import { openSigner, type SignerSources } from './open-signer.js'
import type { Signer, UnsignedTransaction } from './signer.js'

const KEY = '7b9f3a5c1d2e4f60718293a4b5c6d7e8f90112233445566778899aabbccddeef'
const OTHER_KEY = '1'.repeat(64)
const PASSPHRASE = 'correct horse battery staple'
const account = privateKeyToAccount(`0x${KEY}`)
const ADDRESS = account.address.toLowerCase() as Hex
const SALT = Buffer.alloc(32, 7)
const IV = Buffer.alloc(16, 9)

const UNSIGNED: UnsignedTransaction = {
  ...{ chainId: 31_337, nonce: 0, to: `0x${'ab'.repeat(20)}`, data: '0x1234', value: 5n, gas: 21_000n },
  ...{ maxFeePerGas: 7n, maxPriorityFeePerGas: 0n },
}

/** A keystore as the definition of version 3 says. */
function keystoreOf(kdf: 'scrypt' | 'pbkdf2', key = KEY) {
  const shared = { dklen: 32, salt: SALT.toString('hex') }
  const [derived, kdfparams] =
    kdf === 'scrypt'
      ? [scryptSync(PASSPHRASE, SALT, 32, { N: 1_024, r: 8, p: 1 }), { ...shared, n: 1_024, r: 8, p: 1 }]
      : [pbkdf2Sync(PASSPHRASE, SALT, 1_000, 32, 'sha256'), { ...shared, c: 1_000, prf: 'hmac-sha256' }]
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), IV)
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(key, 'hex')), cipher.final()])
  const mac = keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2)
  const crypto = {
    ...{ cipher: 'aes-128-ctr', cipherparams: { iv: IV.toString('hex') }, ciphertext: ciphertext.toString('hex') },
    ...{ kdf, kdfparams, mac },
  }
  return { version: 3, id: 'any', address: ADDRESS.slice(2), crypto }
}

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'keystores-'))))
afterEach(() => rm(folder, { recursive: true }))

async function store(keystore: unknown, passphrase = `${PASSPHRASE}\n`): Promise<SignerSources> {
  await writeFile(join(folder, `${ADDRESS}.json`), typeof keystore === 'string' ? keystore : JSON.stringify(keystore))
  await writeFile(join(folder, 'passphrase'), passphrase)
  return { keystoreFolder: folder, passphraseFile: join(folder, 'passphrase'), remote: null }
}

const remoteOf = (sign: (params: unknown) => unknown): SignerSources => {
  const remote: RpcEndpoint = {
    name: 'signer',
    ask: async ([call]) => [{ isError: false, result: await sign(call?.params[0]) }],
    close: () => undefined,
  }
  return { keystoreFolder: null, passphraseFile: null, remote }
}

/** Signs what it was asked for, changed. */
const signing = (change: Partial<UnsignedTransaction>, key: Hex = `0x${KEY}`) =>
  remoteOf(() => privateKeyToAccount(key).signTransaction({ type: 'eip1559', ...UNSIGNED, ...change }))

const failureOf = (failing: Promise<unknown>): Promise<Error> =>
  failing.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: Error) => error,
  )

describe('a keystore', () => {
  test.each(['scrypt', 'pbkdf2'] as const)('of %s signs, the same bytes each time', async (kdf) => {
    const signer = await openSigner('keystore', ADDRESS, await store(keystoreOf(kdf)))
    const raw = await signer.sign(UNSIGNED)
    expect(raw).toBe(await account.signTransaction({ type: 'eip1559', ...UNSIGNED }))
    expect(parseTransaction(raw)).toMatchObject({ chainId: 31_337, data: '0x1234', gas: 21_000n })
    expect(await signer.sign(UNSIGNED)).toBe(raw)
  })

  test.each([
    ['another passphrase', () => store(keystoreOf('scrypt'), 'wrong'), 'the passphrase does not open'],
    ['the key of another address', () => store(keystoreOf('scrypt', OTHER_KEY)), 'holds the key of 0x'],
    ['no JSON', () => store('{'), 'is no keystore of version 3'],
    ['another version', () => store({ ...keystoreOf('scrypt'), version: 1 }), 'is no keystore of version 3'],
    ['an empty key', () => store(keystoreOf('scrypt', '0'.repeat(64))), 'holds no usable key'],
  ])('is refused with %s', async (_, sources, message) => {
    const failure = await failureOf(openSigner('keystore', ADDRESS, await sources()))
    expect(failure).toMatchObject({ name: 'SignerError', message: expect.stringContaining(message) as string })
  })

  test('is refused when it is not there, or not configured', async () => {
    const sources = { keystoreFolder: folder, passphraseFile: join(folder, 'none'), remote: null }
    await expect(openSigner('keystore', ADDRESS, sources)).rejects.toThrow('cannot be read')
    await store(keystoreOf('scrypt'))
    await expect(openSigner('keystore', ADDRESS, { ...sources, passphraseFile: folder })).rejects.toThrow(
      'it is a folder',
    )
    const none = { keystoreFolder: null, passphraseFile: null, remote: null }
    await expect(openSigner('keystore', ADDRESS, none)).rejects.toThrow('none is configured')
    await expect(openSigner('remote', ADDRESS, none)).rejects.toThrow('none is configured')
  })
})

describe('a remote signer', () => {
  test('is asked in hexadecimal, and answers with the bytes, or an object that holds them', async () => {
    const asked: unknown[] = []
    const raw = await account.signTransaction({ type: 'eip1559', ...UNSIGNED })
    for (const answer of [raw, { raw, tx: {} }]) {
      const sources = remoteOf((params) => {
        asked.push(params)
        return answer
      })
      expect(await (await openSigner('remote', ADDRESS, sources)).sign(UNSIGNED)).toBe(raw)
    }
    expect(asked[0]).toEqual({
      ...{ from: ADDRESS, to: UNSIGNED.to, data: '0x1234', chainId: '0x7a69', nonce: '0x0', value: '0x5' },
      ...{ gas: '0x5208', maxFeePerGas: '0x7', maxPriorityFeePerGas: '0x0' },
    })
  })

  test.each([
    ['another receiver', signing({ to: `0x${'cd'.repeat(20)}` }), 'changed to'],
    ['another chain', signing({ chainId: 42_161 }), 'changed chainId'],
    ['another nonce', signing({ nonce: 4 }), 'changed nonce'],
    ['another value', signing({ value: 6n }), 'changed value'],
    ['other data', signing({ data: '0x12' }), 'changed data'],
    ['a higher fee', signing({ maxFeePerGas: 70n }), 'changed maxFeePerGas'],
    ['another key', signing({}, `0x${OTHER_KEY}`), 'has signed as'],
    ['garbage', remoteOf(() => '0xdead'), 'no signed transaction'],
    ['nothing', remoteOf(() => null), 'no signed transaction'],
  ])('is not believed with %s', async (_, sources, message) => {
    const signer = await openSigner('remote', ADDRESS, sources)
    await expect(signer.sign(UNSIGNED)).rejects.toThrow(message)
  })
})

describe('a key', () => {
  const holdsKey = (text: string): boolean => text.toLowerCase().includes(KEY) || text.includes(PASSPHRASE)
  /** All that a log, an error or a debugger prints of a value. */
  const printed = (value: unknown): string =>
    [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value), String(value)].join('\n')

  test('is in nothing that a signer or its failures show, nor in the environment', async () => {
    const unusable = [
      () => store(keystoreOf('scrypt', OTHER_KEY)),
      () => store(`${JSON.stringify(keystoreOf('scrypt'))} ${KEY}`),
      () => store(keystoreOf('scrypt'), `${PASSPHRASE} and more`),
    ]
    const failures: Error[] = []
    for (const sources of unusable) failures.push(await failureOf(openSigner('keystore', ADDRESS, await sources())))
    const signer: Signer = await openSigner('keystore', ADDRESS, await store(keystoreOf('scrypt')))
    const refusal = await failureOf(signer.sign({ ...UNSIGNED, to: '0x12' }))
    for (const shown of [
      signer,
      { ...signer },
      refusal,
      refusal.stack,
      ...failures,
      ...failures.map(({ stack }) => stack),
    ])
      expect(holdsKey(printed(shown))).toBe(false)
    expect(holdsKey(printed({ ...process.env }))).toBe(false)
    expect(holdsKey(printed({ KEY }))).toBe(true)
  })
})
