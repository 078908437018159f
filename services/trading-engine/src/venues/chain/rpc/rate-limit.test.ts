import { createRateLimit } from './rate-limit.js'

test('lets a second of requests through, then one after the other', async () => {
  let nowMs = 0
  const pauses: number[] = []
  const turn = createRateLimit({
    perSecond: 10,
    nowMs: () => nowMs,
    pause(ms) {
      pauses.push(ms)
      return Promise.resolve()
    },
  })
  await turn(10)
  expect(pauses).toEqual([])
  await turn(1)
  await turn(2)
  expect(pauses).toEqual([100, 300])
  nowMs = 5_000
  await turn(10)
  expect(pauses).toHaveLength(2)
})
