import { decimal, price, rate } from '../../../core/values/decimal.js'
import { APART_MAX, computeIndexPrices, type IndexSource } from './index-price.js'

const SECOND = 1_000_000
const NOW = 1_783_345_314 * SECOND
const LIMITS = { now: NOW, silentAfter: 15 * SECOND, apartMax: rate(decimal('0.02')) }

/** `98.5`; with `closed`, or seconds of age behind it: `98.5 closed 3600`; `none`: it has told no price. */
function sourceOf(text: string, position: number): IndexSource {
  const [mid = '', ...rest] = text.split(' ')
  const seconds = Number(rest.find((word) => word !== 'closed') ?? 0)
  const latest = {
    mid: price(decimal(mid === 'none' ? '0' : mid)),
    arrivedAt: NOW - seconds * SECOND,
    isOpen: rest.includes('closed') ? false : null,
  }
  return { source: String.fromCharCode(97 + position), latest: mid === 'none' ? null : latest }
}

it.each<readonly [readonly string[], string | null, readonly (string | null)[]]>([
  // sources; index; stale reason of each
  [[], null, []],
  [['100'], '100', [null]],
  [['100 15'], '100', [null]],
  [['100 15.000001'], null, ['silent']],
  [['none'], null, ['silent']],
  [['100', 'none'], '100', [null, 'silent']],
  [['100', '900 16'], '100', [null, 'silent']],
  [['100', '102'], '101', [null, null]],
  [['100', '102.000000000000000001'], null, ['divergence', 'divergence']],
  [['102.1', '100'], null, ['divergence', 'divergence']],
  [['100', '102.1', '900 16'], null, ['divergence', 'divergence', 'silent']],
  [['100', '101', '1000'], '100.5', [null, null, 'divergence']],
  [['10', '101', '100'], '100.5', ['divergence', null, null]],
  [['100', '101.5', '103'], '101.5', [null, null, null]],
  [['100', '200', '400'], null, ['divergence', 'divergence', 'divergence']],
  [['100', '100', '200', '200'], null, ['divergence', 'divergence', 'divergence', 'divergence']],
  [['100', '101', '100', '200'], '100', [null, null, null, 'divergence']],
  [['100 closed'], '100', [null]],
  [['100 closed 3600'], '100', [null]],
  [['100 closed 3600', '300 closed 7200'], '200', [null, null]],
  [['100 closed 3600', '90'], '90', [null, null]],
  [['100 closed 3600', '90 16'], null, [null, 'silent']],
  [['100 closed', 'none'], '100', [null, 'silent']],
])('%j: index %s, stale %j', (texts, index, reasons) => {
  const sources = texts.map(sourceOf)
  const found = [...computeIndexPrices(sources, LIMITS)]
  expect(found).toEqual(
    reasons.map((staleReason, position) => [
      sources[position]?.source,
      { index: index === null ? null : decimal(index), staleReason },
    ]),
  )
})

it('lets crypto be further apart', () => {
  const sources = ['100', '105'].map(sourceOf)
  const reasonsWithin = (apartMax: typeof LIMITS.apartMax) =>
    [...computeIndexPrices(sources, { ...LIMITS, apartMax }).values()].map(({ staleReason }) => staleReason)
  expect(reasonsWithin(APART_MAX.crypto)).toEqual([null, null])
  expect(reasonsWithin(APART_MAX.forex)).toEqual(['divergence', 'divergence'])
})
