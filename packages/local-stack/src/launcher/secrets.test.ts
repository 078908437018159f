import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../start-error.js'
import { loadSecrets } from './secrets.js'

let directory: string
let file: string
let postgresHome: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-'))
  file = join(directory, 'secrets.json')
  postgresHome = join(directory, 'postgres')
})

afterEach(() => rmSync(directory, { recursive: true }))

const load = () => loadSecrets(file, postgresHome)
const kept = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const keep = (secrets: object) => writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })

it('makes each of them once, of 32 random bytes, for its owner only', () => {
  const secrets = load()
  const { webhookSecretKeys, ...tokens } = secrets
  for (const token of Object.values(tokens)) expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(webhookSecretKeys).toMatch(/^local:[A-Za-z0-9+/]{43}=$/)
  expect(new Set(Object.values(secrets)).size).toBe(9)
  expect(kept()).toEqual(secrets)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(load()).toEqual(secrets)
})

it('adds what later versions need to an installation of an earlier one, and keeps everything else', () => {
  const { webhookSecretKeys: lost, operatorToken, approverToken, gatewaySecret, sessionSecret, ...older } = load()
  keep({ ...older, note: 'by hand' })
  mkdirSync(postgresHome)

  const upgraded = load()

  expect(upgraded).toMatchObject({ ...older, note: 'by hand' })
  expect(upgraded.webhookSecretKeys).toMatch(/^local:/)
  expect(upgraded.webhookSecretKeys).not.toBe(lost)
  expect(upgraded.operatorToken).toMatch(/^[0-9a-f]{64}$/)
  expect(upgraded.operatorToken).not.toBe(operatorToken)
  expect([approverToken, upgraded.operatorToken]).not.toContain(upgraded.approverToken)
  for (const name of ['gatewaySecret', 'sessionSecret'] as const) expect(upgraded[name]).toMatch(/^[0-9a-f]{64}$/)
  expect([upgraded.gatewaySecret, upgraded.sessionSecret]).not.toEqual([gatewaySecret, sessionSecret])
  expect(kept()).toEqual(upgraded)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(load()).toEqual(upgraded)
})

it.each<[string, object | string]>([
  ['a password is missing', { walletDatabasePassword: undefined }],
  ['the token is no text', { serviceToken: 1 }],
  ['the keys for webhook secrets are no text', { webhookSecretKeys: null }],
  ['it is no JSON', '{'],
])('does not guess when %s', (_case, damage) => {
  const secrets = load()
  const text = typeof damage === 'string' ? damage : JSON.stringify({ ...secrets, ...damage })
  writeFileSync(file, text)
  expect(load).toThrow(StartError)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('makes no new passwords for a database that has others', () => {
  mkdirSync(postgresHome)
  expect(load).toThrow(/is missing/)
})
