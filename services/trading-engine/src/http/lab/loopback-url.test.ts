import { isLoopback, problemOfLoopbackUrl } from './loopback-url.js'

test.each([
  ['http://127.0.0.1:8080/hook?a=b', true],
  ['http://localhost/hook', true],
  ['http://[::1]:9/hook', true],
  // Written otherwise, it is the same address.
  ['http://2130706433/hook', true],
  ['http://127.9.9.9/', true],
  ['https://127.0.0.1/hook', false],
  ['http://10.0.0.1/hook', false],
  ['http://169.254.169.254/latest', false],
  ['http://localhost.example.com/', false],
  ['http://example.com/', false],
  ['http://127.0.0.1@example.com/', false],
  ['http://user@127.0.0.1/', false],
  ['http://127.0.0.1/#part', false],
  ['http://127.0.0.1:0/', false],
  ['http://0.0.0.0/', false],
  ['http://[::ffff:10.0.0.1]/', false],
  [`http://127.0.0.1/${'a'.repeat(2_048)}`, false],
])('%s: a run may send there: %s', (url, may) => {
  expect(problemOfLoopbackUrl(url) === null).toBe(may)
})

test('an address that a name leads to is looked at as well', () => {
  expect(['127.0.0.1', '::1', '10.0.0.1', '203.0.113.9'].map(isLoopback)).toEqual([true, true, false, false])
})
