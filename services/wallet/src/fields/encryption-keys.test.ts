import { inspect } from 'node:util'
import { parseEncryptionKey } from './encryption-keys.js'

const BYTES = Buffer.alloc(32, 7)
const ENCODED = BYTES.toString('base64')

it.each(['a', '2030-01', 'main_2.b', 'x'.repeat(32)])('reads the key %s', (id) => {
  const parsed = parseEncryptionKey(`${id}:${ENCODED}`)
  expect(parsed.id).toBe(id)
  expect(parsed.key.export()).toEqual(BYTES)
})

it('prints none of its bytes', () => {
  const parsed = parseEncryptionKey(`a:${ENCODED}`)
  for (const text of [inspect(parsed, { depth: 9, showHidden: true }), JSON.stringify(parsed)]) {
    expect(text).not.toContain(ENCODED)
    expect(text).not.toMatch(/07 ?07|7,\s*7/)
  }
})

it.each<[string, string]>([
  ['nothing', ''],
  ['no id', `:${ENCODED}`],
  ['no colon', ENCODED],
  ['a blank in the id', `a b:${ENCODED}`],
  ['an id that is too long', `${'x'.repeat(33)}:${ENCODED}`],
  ['no key', 'a:'],
  ['31 bytes', `a:${Buffer.alloc(31).toString('base64')}`],
  ['33 bytes', `a:${Buffer.alloc(33).toString('base64')}`],
  ['hex', `a:${BYTES.toString('hex')}`],
  ['the alphabet for URLs', `a:${Buffer.alloc(32, 0xff).toString('base64url')}=`],
  ['no padding', `a:${ENCODED.replace('=', '')}`],
  ['something behind it', `a:${ENCODED}!`],
  ['a blank within', `a:${ENCODED.slice(0, 9)} ${ENCODED.slice(9)}`],
  ['stray bits at the end', `a:${ENCODED.slice(0, -2)}d=`],
])('refuses %s, and repeats nothing of it', (_case, text) => {
  let message = ''
  try {
    parseEncryptionKey(text)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).not.toBe('')
  expect(message).not.toContain(ENCODED.slice(0, 9))
})
