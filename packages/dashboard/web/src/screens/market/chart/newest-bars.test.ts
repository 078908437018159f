import type { Candle } from '@ats/sdk/types'
import { newestBars } from './newest-bars.js'

const bar = (minute: number, close = '1') => ({ timestamp: `2026-01-01T00:0${minute}:00.000Z`, close }) as Candle
const READ = [bar(2), bar(1), bar(0)]

test.each<[string, readonly Candle[], Candle | undefined, readonly Candle[]]>([
  ['what was read, before the stream tells anything', READ, undefined, READ],
  ['the open bar as it is now', READ, bar(2, '9'), [bar(2, '9'), bar(1), bar(0)]],
  ['a bar that has begun since', READ, bar(3), [bar(3), ...READ]],
  ['no bar that is older than what was read', READ, bar(1, '9'), READ],
  ['the first bar of a market', [], bar(0), [bar(0)]],
])('has %s', (_name, read, latest, expected) => expect(newestBars(read, latest, 10)).toEqual(expected))

test('has no more than asked for', () => expect(newestBars(READ, bar(3), 2)).toEqual([bar(3), bar(2)]))
