import { loadCatalogue } from '../../catalogue.js'
import { createReplayClock } from './replay-clock.js'
import { createReplayFeed } from './replay.js'
import { buildRecording, type Recording } from './recording.js'

const catalogue = loadCatalogue()
const BITCOIN = catalogue.find('BTC-USD')!
const ORIGIN = 1_000

function recordingOf(venue: Recording['venue'], price: number): Recording {
  const builder = buildRecording({ instrument: BITCOIN, venue }, 'ticks', () => undefined)
  builder.add({ at: 0, open: price, high: price, low: price, close: price, volume: 0 })
  return builder.finish() as Recording
}

const marks = (...recordings: readonly Recording[]): readonly (number | null)[] => {
  const clock = createReplayClock({ originTick: ORIGIN, startsAt: 0, speed: 1 })
  const feed = createReplayFeed({ recordings, seed: new Uint8Array(32), clock, staleAfter: 1_000_000 })
  return (['GMX', 'OSTIUM'] as const).map((venue) => {
    const mark = feed.quote({ symbol: 'BTC-USD', venue }, ORIGIN)?.mark
    return mark === undefined ? null : Number(mark / 10n ** 18n)
  })
}

it('a recording without a venue is of all that have none of their own', () => {
  expect(marks(recordingOf(null, 70_000))).toEqual([70_000, 70_000])
  expect(marks(recordingOf(null, 70_000), recordingOf('OSTIUM', 70_100))).toEqual([70_000, 70_100])
})

it('a recording of one venue says nothing of another', () => {
  expect(marks(recordingOf('OSTIUM', 70_100))).toEqual([null, 70_100])
})
