import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createLogoutTokenReader } from './logout-token.js'
import { logoutNames } from './logout-names.js'

const ISSUER = 'https://login.example'
const NOW = 1_760_000_000
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const GOOD = { iss: ISSUER, aud: 'dashboard', iat: NOW, jti: 'one', sub: 'anna', sid: 'of-anna', events: EVENTS }
const [SID, SUB] = logoutNames(ISSUER, GOOD)

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>
let provider: KeyPair
let stranger: KeyPair
let server: Server
let answer: () => { status: number; text: string }
let keysAt: string

beforeAll(async () => {
  ;[provider, stranger] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  server = createServer((_request, response) => {
    const { status, text } = answer()
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  keysAt = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
})
afterAll(() => server.close())
beforeEach(async () => {
  const text = JSON.stringify({ keys: [{ ...(await exportJWK(provider.publicKey)), kid: 'k1', alg: 'RS256' }] })
  answer = () => ({ status: 200, text })
})

type Claims = Readonly<Record<string, unknown>>

const sign = (claims: Claims, { privateKey } = provider): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey)

/** As a gateway that has just started reads it. */
const read = (token: string) => {
  const reader = createLogoutTokenReader({ OIDC_CLIENT_ID: 'dashboard' }, () => new Date(NOW * 1000))
  const metadata = { issuer: ISSUER, jwks_uri: keysAt }
  return reader({ configuration: { serverMetadata: () => metadata } }, token)
}

test('ends the session that it names, however young', async () => {
  expect(await read(await sign(GOOD))).toEqual({ name: SID, createdUntil: Infinity })
})

test('that names the user alone ends what they have begun until then', async () => {
  expect(await read(await sign({ ...GOOD, sid: undefined }))).toEqual({ name: SUB, createdUntil: NOW })
})

test('is good for two minutes, and a clock may be off by one', async () => {
  await expect(read(await sign({ ...GOOD, iat: NOW - 180 }))).resolves.toBeDefined()
  await expect(read(await sign({ ...GOOD, iat: NOW + 60 }))).resolves.toBeDefined()
})

test.each<[string, Claims]>([
  ['of another provider', { iss: 'https://evil.example' }],
  ['for another client', { aud: 'another' }],
  ['that is old', { iat: NOW - 181 }],
  ['of the future', { iat: NOW + 61 }],
  ['that has expired', { exp: NOW - 61 }],
  ['without its time', { iat: undefined }],
  ['that is an ID token', { events: undefined, nonce: 'n' }],
  ['with a nonce, as an ID token has', { nonce: 'n' }],
  ['of another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
  ['whose event is a text', { events: Object.keys(EVENTS)[0] }],
  ['for nobody', { sub: undefined, sid: undefined }],
  ['for a number', { sub: 7, sid: 7 }],
])('one %s is refused', async (_what, claims) => {
  await expect(read(await sign({ ...GOOD, ...claims }))).rejects.toMatchObject({ code: 'invalid_payload' })
})

test('one that somebody else has signed is refused', async () => {
  await expect(read(await sign(GOOD, stranger))).rejects.toMatchObject({ code: 'invalid_payload' })
})

test('one that is signed by a secret, were it the public key itself, is refused', async () => {
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(provider.publicKey)))
  const token = await new SignJWT(GOOD).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret)
  await expect(read(token)).rejects.toMatchObject({ code: 'invalid_payload' })
})

test.each([
  ['that are not there', { status: 503, text: '' }],
  ['that are none', { status: 200, text: 'not JSON' }],
])('with keys %s it is trouble of ours, not of the token', async (_what, given) => {
  answer = () => given
  await expect(read(await sign(GOOD))).rejects.toMatchObject({ dependency: 'oidc' })
})
