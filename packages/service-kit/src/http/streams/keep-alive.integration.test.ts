import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createMetrics } from '../../process/metrics.js'
import { createEventStreams } from './event-streams.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** A response whose socket takes what it is given, until it is full. */
function fakeResponse() {
  const written: string[] = []
  const state = { isFull: false }
  const response = Object.assign(new EventEmitter(), {
    req: { socket: {} },
    writableLength: 0,
    write(bytes: Buffer) {
      written.push(bytes.toString())
      return !state.isFull
    },
    end(last: string) {
      written.push(last)
      response.emit('close')
    },
    destroy: () => response.emit('close'),
  })
  return { response: response as unknown as ServerResponse, written, state }
}

test('a comment every 15 s to each, at different seconds, and none to one that has not read the last', async () => {
  const streams = createEventStreams({ metrics: createMetrics({ service: 'test' }), kinds: ['test'] })
  const readers = Array.from({ length: 30 }, fakeResponse)
  for (const { response } of readers)
    streams
      .reply(
        'test',
        () => undefined,
        () => undefined,
      )
      .begin(response)
  const comments = () => readers.map(({ written }) => written.filter((text) => text === ': keep-alive\n\n').length)
  let most = 0
  let before = 0
  for (let second = 0; second < 60; second += 1) {
    await jest.advanceTimersByTimeAsync(1_000)
    const sum = comments().reduce((all, count) => all + count, 0)
    most = Math.max(most, sum - before)
    before = sum
  }
  expect(new Set(comments())).toEqual(new Set([4]))
  expect(most).toBe(2)
  readers[0]!.state.isFull = true
  await jest.advanceTimersByTimeAsync(60_000)
  // It was written the one that filled it.
  expect(comments()[0]).toBe(5)
  expect(comments()[1]).toBe(8)
})
