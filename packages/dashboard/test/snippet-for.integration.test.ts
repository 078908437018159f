import { execFileSync } from 'node:child_process'
import { Script } from 'node:vm'
import { snippetFor, TOOLS, type SnippetTerms } from '../web/src/screens/developers/snippets/snippet-for.js'

const OWN: SnippetTerms = {
  engineUrl: 'https://trading.example',
  credentials: { key: 'svc_ak_1234', secret: 'svc_sk_5678' },
  accountId: '01a20917',
  mayTrade: true,
}
const IN_ENVIRONMENT: SnippetTerms = { ...OWN, credentials: null, accountId: null }

test.each(TOOLS)('%s has the credentials while they are shown, and else the names of where they are kept', (tool) => {
  for (const mayTrade of [true, false]) {
    expect(snippetFor(tool, { ...OWN, mayTrade })).toMatch(/svc_ak_1234[^]*svc_sk_5678/)
    const named = snippetFor(tool, { ...IN_ENVIRONMENT, mayTrade })
    expect(named).not.toContain('svc_')
    expect(named).toMatch(/\$KEY|process\.env\.KEY/)
    expect(named).toMatch(/\$SECRET|process\.env\.SECRET/)
  }
})

test.each(TOOLS)('%s places an order only with a key that may', (tool) => {
  const isOrder = /\/v1\/order\b|\.place\(|order place|createOrder/
  expect(snippetFor(tool, OWN)).toMatch(isOrder)
  expect(snippetFor(tool, { ...OWN, mayTrade: false })).not.toMatch(isOrder)
})

test.each(['sdk', 'ccxt'] as const)('%s is JavaScript', (tool) => {
  for (const terms of [OWN, IN_ENVIRONMENT]) {
    const body = snippetFor(tool, terms).replace(/^import .*$/m, '')
    expect(() => new Script(`(async () => {${body}})`)).not.toThrow()
  }
})

/** The arguments that a program gets of a shell. */
const argumentsOf = (command: string): readonly string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    encoding: 'utf8',
    env: { KEY: 'k 1', SECRET: 's$2', ACCOUNT: 'a-1' },
  }).split('\0')

test('curl says in a shell what it shows', () => {
  const words = argumentsOf(snippetFor('curl', IN_ENVIRONMENT))
  expect(words).toContain('X-API-Key: k 1')
  expect(words).toContain('X-API-Secret: s$2')
  const body = words[words.indexOf('-d') + 1] ?? ''
  expect(JSON.parse(body)).toMatchObject({ account_id: 'a-1', symbol: 'BTC-USD', quantity: '0.01' })
  expect(JSON.parse(argumentsOf(snippetFor('curl', OWN)).at(-2) ?? '')).toMatchObject({ account_id: '01a20917' })
})

test('an address with marks of a shell stays one word', () => {
  expect(argumentsOf(snippetFor('curl', { ...OWN, engineUrl: "https://a.example/$(id)'" }))).toContain(
    "https://a.example/$(id)'/v1/order",
  )
})
