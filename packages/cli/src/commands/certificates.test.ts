import { generateKeyPairSync, sign } from 'node:crypto'
import type { Certificate } from '@ats/sdk'
import { isGenuine } from './certificates.js'

const pair = () => generateKeyPairSync('ed25519')
const spki = ({ publicKey }: ReturnType<typeof pair>): string =>
  publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

const CONTENT = {
  ...{
    format: 'certificate-1',
    code: 'A'.repeat(26),
    account_id: '01a2',
    display_name: 'Ann',
    program: null,
    phase: null,
  },
  ...{ plan: { id: 'p', version: 1, name: 'P' }, currency: 'USD', size: '100000', profit: '8000.50', days: 4 },
} as unknown as Certificate['certificate']

test('a signature is genuine of its key and its text alone, whatever key the answer names', () => {
  const keys = pair()
  const signature = sign(null, Buffer.from(JSON.stringify(CONTENT)), keys.privateKey).toString('base64')
  const kept = JSON.parse(JSON.stringify({ certificate: CONTENT, signature }, null, 2)) as Certificate
  expect(isGenuine(kept, spki(keys))).toBe(true)
  expect(isGenuine(kept, spki(pair()))).toBe(false)
  expect(isGenuine({ ...kept, certificate: { ...CONTENT, profit: '8000.5' } }, spki(keys))).toBe(false)
  expect(() => isGenuine(kept, 'bm8ga2V5')).toThrow('--key is no public key')
})
