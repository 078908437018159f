import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { createRunNews } from './run-news.js'

const event = (id: string, at: number): NewsEvent => ({
  ...{ id, at, title: id, impact: 'HIGH', currencies: ['USD'], symbols: [] },
})

test('news come ahead of their time, go after it, and the list is the same in between', () => {
  let now = 0
  const seen = createRunNews([event('late', 100), event('soon', 10)], () => now, { behind: 5, ahead: 20 })
  const ids = () => seen().map(({ id }) => id)
  expect(ids()).toEqual(['soon'])
  const before = seen()
  now = 15
  expect(seen()).toBe(before)
  now = 16
  expect(ids()).toEqual([])
  now = 80
  expect(ids()).toEqual(['late'])
  now = 106
  expect(ids()).toEqual([])
})
