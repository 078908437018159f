import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { choosePostgresUser } from './postgres-user.js'

let directory: string
let passwdFile: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'users-'))
  passwdFile = join(directory, 'passwd')
})
afterEach(() => rmSync(directory, { recursive: true }))

function choose(uid: number, users: readonly string[]) {
  jest.spyOn(process, 'getuid').mockReturnValue(uid)
  writeFileSync(passwdFile, users.join('\n'))
  return choosePostgresUser(join(directory, 'no-data-yet'), passwdFile)
}

test('a plain user runs Postgres itself', () => {
  expect(choose(1000, ['root:x:0:0::/root:/bin/sh', 'me:x:1000:1000::/home/me:/bin/sh'])).toBeUndefined()
})

test('root runs it as nobody', () => {
  expect(choose(0, ['root:x:0:0::/root:/bin/sh', 'nobody:x:65534:65533::/:/bin/false'])).toEqual({
    name: 'nobody',
    uid: 65534,
    gid: 65533,
  })
})

test('root without a user "nobody" is reported in one line', () => {
  expect(() => choose(0, ['root:x:0:0::/root:/bin/sh'])).toThrow(
    /^PostgreSQL does not run as root and there is no user "nobody"[^\n]*$/,
  )
})

test('a user without an entry in /etc/passwd is reported in one line', () => {
  const choice = () => choose(12345, ['root:x:0:0::/root:/bin/sh'])
  if (process.platform === 'linux') expect(choice).toThrow(/^PostgreSQL needs its user \(uid 12345\)[^\n]*$/)
  else expect(choice()).toBeUndefined() // elsewhere users live in a directory service
})
