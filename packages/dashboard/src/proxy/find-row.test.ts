import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { createRowTable } from './find-row.js'
import { ROWS } from './rows.js'

const findRow = createRowTable(ROWS)
const PREFIX = { engine: '/api/engine', wallet: '/api/wallet', operator: '/api', lab: '/api/lab' } as const

test.each(ROWS.map((row) => [row.method, row.service, row.path, row] as const))(
  '%s %s %s is found by its own address, and sent to it',
  (method, service, path, row) => {
    const target = path.replace(/:[a-z_]+/g, '01a20917-f9a1-7f37-84f0-467c471c9698')
    expect(findRow(method, `${PREFIX[service]}${target}?a=%2f..&b`)).toEqual({ row, target: `${target}?a=%2f..&b` })
  },
)

test('no two rows are the same request', () => {
  const names = ROWS.map(({ service, method, path }) => `${service} ${method} ${path.replace(/:[a-z_]+/g, ':id')}`)
  expect(new Set(names).size).toBe(names.length)
})

/** A question with a body, which changes nothing. */
const ASKED = '/operator/v1/shadows'
const isChange = ({ service, method, path }: (typeof ROWS)[number]): boolean =>
  service === 'operator' && method !== 'GET' && path !== ASKED

test.each(ROWS.filter(isChange))(
  '$method $path changes money or a rule, and takes a recent login whatever it sends',
  ({ method, needsStepUp }) => {
    for (const query of ['', 'dry_run=false', 'dry_run=true&dry_run=false', 'dry_run=true&x', 'x?dry_run=true'])
      expect(needsStepUp?.(Buffer.from('{}'), query)).toBe(true)
    expect(needsStepUp?.(Buffer.from('{}'), 'dry_run=true')).toBe(method !== 'PUT')
  },
)

test('HEAD is found where GET is', () => {
  expect(findRow('HEAD', '/api/engine/v1/accounts')?.row).toBe(findRow('GET', '/api/engine/v1/accounts')?.row)
  expect(findRow('HEAD', '/api/engine/v1/order')).toBeNull()
})

test('a service reads in what it gets no other path than the one that was found', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2f',
    '%',
    ';',
    '\\',
    '//',
    'v1',
    'accounts',
    'account',
    'operator',
    'a',
    '?',
    '#',
  )
  const addresses = fc
    .tuple(fc.constantFrom('/api/engine/', '/api/wallet/', '/api/operator/'), fc.array(piece, { maxLength: 10 }))
    .map(([prefix, pieces]) => prefix + pieces.join(''))
  fc.assert(
    fc.property(fc.constantFrom('GET', 'POST', 'DELETE'), addresses, (method, address) => {
      const found = findRow(method, address)
      if (found === null) return
      const [path = ''] = found.target.split('?')
      // As the strictest and the laxest of servers would read it.
      expect(decodeURIComponent(path)).toBe(path)
      expect(new URL(found.target, 'http://service').pathname).toBe(path)
      expect(path).toMatch(found.row.service === 'operator' ? /^\/operator\/v1\// : /^\/(?:v1\/|api\/|openapi\.json$)/)
    }),
    { numRuns: runs(10_000) },
  )
})
