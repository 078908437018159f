import { createSealer } from './sealer.js'

const [OLD, NEW, OTHER] = ['old', 'new', 'other'].map((name) => `${name}-secret-of-32-characters-or-more-0123`) as [
  string,
  string,
  string,
]
const content = { user: 'anna', roles: ['trader'] }

it('opens what it has sealed, and nobody reads it in between', async () => {
  const sealer = createSealer([NEW], 'session')
  const sealed = await sealer.seal(content)
  expect(await sealer.open(sealed)).toEqual(content)
  const parts = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
  expect(parts.join(' ')).not.toContain('anna')
  expect(sealed.length).toBeLessThan(300)
})

it('seals the same twice differently', async () => {
  const sealer = createSealer([NEW], 'session')
  expect(await sealer.seal(content)).not.toBe(await sealer.seal(content))
})

it('opens what an older secret has sealed while that is listed, and seals with the first', async () => {
  const before = createSealer([OLD], 'session')
  const during = createSealer([NEW, OLD], 'session')
  const after = createSealer([NEW], 'session')
  const sealed = await before.seal(content)
  expect(await during.open(sealed)).toEqual(content)
  expect(await after.open(sealed)).toBeNull()
  expect(await after.open(await during.seal(content))).toEqual(content)
})

it.each<[string, (sealed: string) => Promise<string>]>([
  ['by another secret', () => createSealer([OTHER], 'session').seal(content)],
  ['for another purpose', () => createSealer([NEW], 'login').seal(content)],
  ['and then changed', (sealed) => Promise.resolve(flip(sealed, 3))],
  ['and given another tag', (sealed) => Promise.resolve(flip(sealed, 4))],
  ['under another header', (sealed) => Promise.resolve(flip(sealed, 0))],
  ['not at all', () => Promise.resolve('session')],
  ['with nothing in it', () => Promise.resolve('')],
])('does not open what was sealed %s', async (_how, make) => {
  const sealer = createSealer([NEW], 'session')
  expect(await sealer.open(await make(await sealer.seal(content)))).toBeNull()
})

it('does not open what says that it needs no key', async () => {
  const header = Buffer.from('{"alg":"none"}').toString('base64url')
  const body = Buffer.from(JSON.stringify(content)).toString('base64url')
  for (const sealed of [`${header}.${body}.`, `${header}..${body}..`])
    expect(await createSealer([NEW], 'session').open(sealed)).toBeNull()
})

/** Changes one bit of one part. */
function flip(sealed: string, index: number): string {
  const parts = sealed.split('.')
  const bytes = Buffer.from(parts[index] ?? '', 'base64url')
  bytes[5] = (bytes[5] ?? 0) ^ 1
  parts[index] = bytes.toString('base64url')
  return parts.join('.')
}
