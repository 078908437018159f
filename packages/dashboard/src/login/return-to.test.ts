import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { returnTo } from './return-to.js'

test.each(['/', '/accounts/a-1', '/market/GMX/BTC-USD?from=2026-01-01T00:00:00Z', '/firm/audit?a=1&b=%2F'])(
  '%s leads back there',
  (path) => {
    expect(returnTo(path)).toBe(path)
  },
)

test.each([
  ...['', 'accounts', '//evil.example', '///evil.example', '/\\evil.example', '\\evil.example', '/\t/evil.example'],
  ...['https://evil.example', 'javascript:alert(1)', '/@evil.example', '/a@evil.example', '/a//evil.example', '/ /x'],
  ...['/\u0000', '/a\r\nSet-Cookie: b=1', '/é', '/#x', '/%5c\\evil', `/${'a'.repeat(512)}`],
])('%j leads to the first page', (path) => {
  expect(returnTo(path)).toBe('/')
})

test('no way back leads to another origin, however it is written', () => {
  const part = fc.constantFrom('/', '\\', '@', '.', ':', '?', '#', '%2f', '%5c', '\t', '\n', 'evil.example', 'a', '')
  const texts = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.webUrl(),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const origin = 'https://trade.example'
      expect(new URL(returnTo(text), `${origin}/login/callback`).origin).toBe(origin)
      expect(returnTo(text)).toMatch(/^\/(?!\/)/)
    }),
    { numRuns: runs(4_000) },
  )
})
