import { createOwnWords } from './own-words.js'

const rows = [
  '/orders/:order_id',
  '/orders/cancel-all',
  '/:kind/history/:page',
  '/orders/history/last',
  '/orders/history/:page',
  '/files/:file',
].map((path) => ({ path }))
const holdsOwnWord = (path: string, params: Readonly<Record<string, string>>) => createOwnWords(rows)({ path })(params)

test.each([
  ['/orders/:order_id', { order_id: 'cancel-all' }, true],
  ['/orders/:order_id', { order_id: 'cancel-al' }, false],
  ['/orders/history/:page', { page: 'last' }, true],
  ['/:kind/history/:page', { kind: 'orders', page: '2' }, true],
  ['/:kind/history/:page', { kind: 'trades', page: 'last' }, false],
  ['/files/:file', { file: 'cancel-all' }, false],
  ['/orders/cancel-all', {}, false],
])('%s with %j holds a word that is a path of its own: %s', (path, params, expected) => {
  expect(holdsOwnWord(path, params)).toBe(expected)
})
