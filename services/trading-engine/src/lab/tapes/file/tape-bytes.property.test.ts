import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { crc32 } from 'node:zlib'
import { decimal, price, rate } from '../../../core/values/decimal.js'
import { createByteWriter } from '../../../market/feeds/published/byte-codec.js'
import { createRandom } from '../xoshiro.js'
import type { Tape, TapeSeries } from '../tape.js'
import { decodeTape, encodeTape, TapeError, tapeIdOf } from './tape-bytes.js'

const anyRow = fc.record({
  step: fc.oneof(fc.constant(1), fc.constant(4), fc.integer({ min: 1, max: 50_000_000 })),
  price: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })),
  spread: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
  flags: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 })),
})
const anyRate = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((billionths) => rate(BigInt(billionths) * 10n ** 9n))
const anySeries = fc
  .record({
    rows: fc.array(anyRow, { maxLength: 80 }),
    funding: fc.array(fc.record({ step: fc.integer({ min: 1, max: 14_400 }), long: anyRate, short: anyRate })),
    isBare: fc.boolean(),
    tickSize: fc.constantFrom('1', '0.5', '0.00001', '0.000000000000000001'),
  })
  .map(({ rows, funding, isBare, tickSize }): Omit<TapeSeries, 'symbol' | 'venue'> => {
    let [slot, from] = [-1, -1]
    const column = (name: 'spread' | 'flags'): number[] => rows.map((row) => row[name])
    const unlessZero = <T>(values: number[], made: T): T | null =>
      isBare || values.every((value) => value === 0) ? null : made
    return {
      tickSize: price(decimal(tickSize)),
      slots: Uint32Array.from(rows, ({ step }) => (slot += step)),
      prices: Uint32Array.from(rows, (row) => row.price),
      spreads: unlessZero(column('spread'), Uint32Array.from(column('spread'))),
      flags: unlessZero(column('flags'), Uint8Array.from(column('flags'))),
      funding: funding.map(({ step, long, short }) => ({ slot: (from += step), rates: { long, short } })),
    }
  })
const LISTINGS = [
  { symbol: 'BTC-USD', venue: 'GMX' },
  { symbol: 'ETH-USD', venue: 'GMX' },
  { symbol: 'BTC-USD', venue: 'OSTIUM' },
] as const
const anyTape: fc.Arbitrary<Tape> = fc
  .record({
    firstTick: fc.integer({ min: 0, max: 2 ** 53 - 1 }),
    series: fc.array(anySeries, { maxLength: LISTINGS.length }),
  })
  .map(({ firstTick, series }) => ({
    firstTick,
    series: series.map((columns, number) => ({ ...LISTINGS[number]!, ...columns })),
  }))

/** The same bytes with a checksum that fits them again. */
function sealed(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(crc32(copy.subarray(0, -4)), copy.length - 4)
  return copy
}

test('a tape is read as it was written, and the order of its series is no part of it', () => {
  fc.assert(
    fc.property(anyTape, (tape) => {
      const bytes = encodeTape(tape)
      expect(decodeTape(bytes)).toEqual(tape)
      expect(tapeIdOf(encodeTape({ ...tape, series: tape.series.toReversed() }))).toBe(tapeIdOf(bytes))
    }),
    { numRuns: runs(300) },
  )
})

test('no bytes make it do anything but return a tape or refuse them', () => {
  fc.assert(
    fc.property(anyTape, fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), (tape, cut, edits) => {
      const bytes = Buffer.from(encodeTape(tape))
      for (const [at, value] of edits) bytes[at % bytes.length] = value
      const some = bytes.subarray(0, bytes.length - (cut % 3 === 0 ? cut % bytes.length : 0))
      for (const hostile of [some, ...(some.length > 4 ? [sealed(some)] : [])])
        try {
          const read = decodeTape(hostile)
          expect(decodeTape(encodeTape(read))).toEqual(read)
        } catch (error) {
          expect(error).toBeInstanceOf(TapeError)
        }
    }),
    { numRuns: runs(1_500) },
  )
})

test.each([
  ['a day of 250 ms', 345_600, (row: number) => row, 60],
  // As bars are expanded, with moves as large as those of a minute.
  ['a year of bars of a minute', 525_600, (row: number) => 240 * (row >> 2) + [0, 80, 159, 239][row & 3]!, 6_000],
  ['ticks as they come', 100_000, (row: number) => 3 * row + (Math.imul(row, 0x9e37_79b1) >>> 31), 120],
])('%s takes less than three bytes a tick', (_, rows, slotOf, reach) => {
  const random = createRandom(11)
  let at = 6_000_000
  const prices = Uint32Array.from({ length: rows }, () => (at += Math.round(2 * reach * (random.uniform() - 0.5))))
  const slots = Uint32Array.from(prices, (_price, row) => slotOf(row))
  const series = { ...LISTINGS[0], tickSize: price(decimal('0.1')), slots, prices }
  const bytes = encodeTape({ firstTick: 7e9, series: [{ ...series, spreads: null, flags: null, funding: [] }] })
  expect(bytes.length / rows).toBeLessThan(3)
})

const head = (write: (writer: ReturnType<typeof createByteWriter>) => void): Uint8Array => {
  const writer = createByteWriter()
  for (const byte of Buffer.from('ATStape')) writer.byte(byte)
  write(writer)
  return writer.finish()
}
const text = (writer: ReturnType<typeof createByteWriter>, value: string): void => {
  writer.unsigned(value.length)
  for (const byte of Buffer.from(value)) writer.byte(byte)
}
const listed = (venue: string, rows: (writer: ReturnType<typeof createByteWriter>) => void): Uint8Array =>
  head((writer) => {
    for (const value of [1, 7, 1]) writer.unsigned(value)
    for (const value of ['BTC-USD', venue, '0.1']) text(writer, value)
    rows(writer)
  })

test.each([
  ['of another version', head((writer) => writer.byte(2)), /version 2/],
  ['that are no tape', Buffer.from('not a tape at all'), /no tape/],
  ['that are none', Buffer.alloc(0), /no tape/],
  ['of very many series', head((writer) => [1, 7, 1e15].forEach(writer.unsigned)), /1000000000000000 series/],
  ['of more rows than there are bytes', listed('GMX', (writer) => writer.unsigned(2 ** 25)), /33554432 rows/],
  [
    'whose equal distances are more than the rows',
    listed('GMX', (writer) => [2, 0, 1, 5_000_000].forEach(writer.unsigned)),
    /5000000 equal distances/,
  ],
  [
    'whose distances are those of rows before the first',
    listed('GMX', (writer) => [2, 0, 3, 1].forEach(writer.unsigned)),
    /2 rows before/,
  ],
  [
    'whose repetitions lead beyond 32 bits',
    listed('GMX', (writer) => [9, 2 ** 31, 1, 8].forEach(writer.unsigned)),
    /too large/,
  ],
  ['whose slots go beyond 32 bits', listed('GMX', (writer) => [2, 2 ** 40, 0].forEach(writer.unsigned)), /too large/],
  ['of an unknown venue', listed('NYSE', (writer) => writer.unsigned(0)), /no listing/],
  [
    'of very much funding',
    listed('GMX', (writer) => [0, 2 ** 40].forEach(writer.unsigned)),
    /1099511627776 funding rates/,
  ],
])('bytes %s are refused by what is wrong', (_, bytes, message) => {
  expect(() => decodeTape(bytes)).toThrow(TapeError)
  expect(() => decodeTape(bytes)).toThrow(message)
})

test('a tape with a byte changed is refused', () => {
  const tape = { firstTick: 7, series: [] }
  const bytes = Buffer.from(encodeTape(tape))
  for (let at = 7; at < bytes.length; at += 1) {
    const garbled = Buffer.from(bytes)
    garbled[at]! ^= 1
    expect(() => decodeTape(garbled)).toThrow('checksum')
  }
})

test.each([
  ['slots that stay', { slots: Uint32Array.of(3, 3) }, 'do not rise'],
  ['slots that fall', { slots: Uint32Array.of(3, 2) }, 'do not rise'],
  ['a price of nothing', { prices: Uint32Array.of(1, 0) }, 'a price of the tape is none'],
  ['fewer prices than slots', { prices: Uint32Array.of(1) }, 'the columns of BTC-USD'],
  ['other flags', { flags: Uint8Array.of(4, 0) }, 'flags'],
  ['a symbol that is none', { symbol: 'BTC\u0155USD' }, 'the columns of'],
])('a tape with %s is not written', (_, wrong, message) => {
  const rows = { slots: Uint32Array.of(1, 2), prices: Uint32Array.of(5, 6), spreads: null, flags: null, funding: [] }
  const series = { ...LISTINGS[0], tickSize: price(decimal('0.1')), ...rows }
  expect(() => encodeTape({ firstTick: 7, series: [{ ...series, ...wrong }] })).toThrow(message)
})
