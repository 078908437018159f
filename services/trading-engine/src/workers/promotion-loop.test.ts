import { periodic } from '@ats/service-kit/async'
import { createLogger } from '@ats/service-kit/process'
import { createPromotionLoop } from './promotion-loop.js'

/** Accounts that are due; `broken` ones cannot be promoted. */
function start(due: readonly string[], broken: readonly string[]) {
  const left = new Set(due)
  const asked: (readonly string[])[] = []
  const counts = { promoted: 0, failed: 0 }
  const ended = new Promise<void>((resolve) => {
    const loop = createPromotionLoop({
      schedule: periodic,
      listDue(passedOver, limit) {
        asked.push([...passedOver])
        const found = [...left].filter((id) => !passedOver.includes(id)).slice(0, limit)
        if (found.length === 0) void loop.stop().then(resolve)
        return Promise.resolve(found)
      },
      promote(id) {
        if (broken.includes(id)) return Promise.reject(new Error('not now'))
        left.delete(id)
        return Promise.resolve(true)
      },
      now: () => 0,
      logger: createLogger({ service: 'trading-engine', level: 'silent' }),
      onPromoted: () => (counts.promoted += 1),
      onFailed: () => (counts.failed += 1),
    })
    loop.start()
  })
  return { ended, left, asked, counts }
}

test('all that are due are promoted, however many; those that cannot be keep nobody waiting', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `account-${index}`)
  const broken = ids.slice(0, 70)
  const { ended, left, asked, counts } = start(ids, broken)
  await ended
  expect([...left]).toEqual(broken)
  expect(counts).toEqual({ promoted: 80, failed: 70 })
  // None is tried again before its time.
  expect(asked.at(-1)).toEqual(broken)
})
