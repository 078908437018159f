import { actsAt, type Uptime } from './dead-man-switch.js'

const S = 1_000_000
/** Seconds, from and to. */
const up = (...spans: readonly (readonly [number, number])[]): readonly Uptime[] =>
  spans.map(([from, to]) => ({ from: from * S, to: to * S }))
const actsAfter = (uptimes: readonly Uptime[], timeoutMs = 10_000): number | null => {
  const at = actsAt({ expiresAt: 100 * S, timeoutMs }, uptimes)
  return at === null ? null : at / S
}

test.each<[string, readonly Uptime[], number | null]>([
  ['in time while the service is ready', up([0, 101]), 100],
  ['at the first and the last moment of an uptime', up([100, 100]), 100],
  ['in time when only one of several processes was away', up([0, 99], [50, 102], [99.9, 102]), 100],
  ['not while the service is away', up([0, 99]), null],
  ['not before it has been back for one timeout', up([0, 99], [120, 129.9]), null],
  ['once it has been back for one timeout', up([0, 99], [120, 140]), 130],
  ['counting only the time in which it was ready', up([0, 99], [120, 126], [200, 206]), 204],
  ['counting the time of processes side by side once', up([0, 99], [120, 126], [122, 127], [123, 140]), 130],
  ['without any uptime known', [], null],
])('it acts %s', (_when, uptimes, at) => expect(actsAfter(uptimes)).toBe(at))

test('a long timeout waits for a minute at most after the service is back', () => {
  expect(actsAfter(up([0, 99], [120, 500]), 3_600_000)).toBe(180)
})
