import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSecrets } from './secrets.js'

let directory: string
let file: string
const load = () => loadSecrets(file, join(directory, 'postgres'))

const without = (name: string, secrets: object): object =>
  Object.fromEntries(Object.entries(secrets).filter(([each]) => each !== name))

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-test-'))
  file = join(directory, 'secrets.json')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('are made once', () => {
  const made = load()
  expect(new Set(Object.values(made)).size).toBe(5)
  expect(load()).toEqual(made)
})

test('an installation from before there was an operator gets a token, and keeps the rest', () => {
  const earlier = without('operatorToken', load())
  writeFileSync(file, JSON.stringify(earlier))
  const { operatorToken, ...kept } = load()
  expect(kept).toEqual(earlier)
  expect(operatorToken).toMatch(/^[0-9a-f]{64}$/)
  expect(load().operatorToken).toBe(operatorToken)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a file without a password is damaged, and left as it is', () => {
  const rest = without('serviceToken', load())
  writeFileSync(file, JSON.stringify(rest))
  expect(load).toThrow('is damaged')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(rest)
})
