import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHeapCache, HEAP_SHARES, type HeapCacheKind } from './heap-cache.js'

const KINDS = Object.keys(HEAP_SHARES) as HeapCacheKind[]
const SHARES_MAX = 47
/** As many as make the largest cache overflow, and no more than a test has time for. */
const HEAP_LIMIT = 32 * 1024 * 1024

test('all caches together, when full, leave more than half of the heap to requests', () => {
  const total = KINDS.reduce((sum, kind) => sum + HEAP_SHARES[kind].percent * HEAP_SHARES[kind].count, 0)
  expect(total).toBeLessThanOrEqual(SHARES_MAX)
})

test.each(KINDS)('%s: full at its share of the heap, and the least recently used goes first', (kind) => {
  const { percent, bytes } = HEAP_SHARES[kind]
  const cache = createHeapCache<number>(kind, { heapLimit: HEAP_LIMIT })
  const max = Math.floor((HEAP_LIMIT * percent) / 100 / bytes)
  expect(max).toBeGreaterThan(10)
  for (let entry = 0; entry < max; entry++) cache.set(String(entry), entry)
  expect(cache.size).toBe(max)
  cache.get('0')
  cache.set('one more', 0)
  expect([cache.size, cache.has('0'), cache.has('1'), cache.has('one more')]).toEqual([max, true, false, true])
})

test('entries of several units push out as many', () => {
  const cache = createHeapCache<number>('accounts', { heapLimit: (1_400 * 10 * 100) / 25, sizeOf: (units) => units })
  cache.set('a', 4).set('b', 4).set('c', 2)
  expect([...cache.keys()]).toEqual(['c', 'b', 'a'])
  cache.set('d', 3)
  expect([...cache.keys()]).toEqual(['d', 'c', 'b'])
})

test('without a limit of its own it is that of the process', () => {
  expect(createHeapCache('accounts').maxSize).toBeGreaterThan(
    createHeapCache('accounts', { heapLimit: HEAP_LIMIT }).maxSize,
  )
})

test('docs/SCALING.md lists each with its share', () => {
  const page = readFileSync(join(__dirname, '..', '..', '..', '..', 'docs', 'SCALING.md'), 'utf8')
  const rows = page.matchAll(/^\| `([^`|]+)` +\|[^|]+\| +([\d.]+) %(?: × (\d+))? \| +([\d,]+) \|$/gm)
  const listed = [...rows].map(([, kind, percent, count = '1', bytes = '']) => [
    kind,
    { percent: Number(percent), bytes: Number(bytes.replace(',', '')), count: Number(count) },
  ])
  expect(Object.fromEntries(listed)).toEqual(HEAP_SHARES)
})
