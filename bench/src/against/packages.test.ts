import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installSamePackages, linkPackages } from './packages.js'

let directory: string
beforeEach(() => (directory = realpathSync(mkdtempSync(join(tmpdir(), 'packages-')))))
afterEach(() => rmSync(directory, { recursive: true }))

function checkout(name: string, packages: object, files: readonly string[] = []): string {
  const root = join(directory, name)
  mkdirSync(root)
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  for (const file of files) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  return root
}

const PG = { version: '8.23.1', integrity: 'sha512-x' }
const KIT = { 'packages/kit': { version: '1.0.0' }, 'node_modules/@own/kit': { resolved: 'packages/kit', link: true } }

test('what the repository itself holds may differ', () => {
  const one = checkout('one', { '': {}, ...KIT, 'node_modules/pg': PG })
  const other = checkout('other', { 'node_modules/pg': PG, 'packages/kit': {} })
  expect(installSamePackages(one, other)).toBe(true)
})

test.each([
  ['another version', { 'node_modules/pg': { ...PG, version: '8.23.2' } }],
  ['another place', { 'services/wallet/node_modules/pg': PG }],
  ['one more', { 'node_modules/pg': PG, 'node_modules/joi': { version: '18.3.2' } }],
  ['one fewer', {}],
])('%s is not the same', (_name, packages) => {
  const one = checkout('one', { 'node_modules/pg': PG })
  expect(installSamePackages(one, checkout('other', packages))).toBe(false)
})

test('packages of others are shared, those of the repository are its own', () => {
  const files = ['node_modules/pg/index.js', 'packages/kit/node_modules/ajv/index.js', 'packages/kit/dist/index.js']
  const from = checkout('from', KIT, files)
  const to = checkout('to', KIT, ['packages/kit/dist/index.js'])
  linkPackages(from, to)
  const resolved = (path: string): string => realpathSync(join(to, path))
  expect(resolved('node_modules/pg/index.js')).toBe(join(from, 'node_modules/pg/index.js'))
  expect(resolved('packages/kit/node_modules/ajv')).toBe(join(from, 'packages/kit/node_modules/ajv'))
  expect(resolved('node_modules/@own/kit/dist/index.js')).toBe(join(to, 'packages/kit/dist/index.js'))
})
