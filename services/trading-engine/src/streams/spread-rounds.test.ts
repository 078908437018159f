import type { EventStream } from '@ats/service-kit/http'
import type { NewestValues, Topic } from './newest-values.js'
import { spreadRounds } from './spread-rounds.js'

const STREAM = {} as EventStream
const make = (): Topic => ({ update: () => undefined, version: () => 0, after: () => null })

function setup() {
  const made: { readonly firstAfterMs: number; readonly followed: string[]; isRunning: boolean }[] = []
  const create = ({ firstAfterMs }: { readonly firstAfterMs: number }): NewestValues => {
    const one = { firstAfterMs, followed: [] as string[], isRunning: false }
    made.push(one)
    return {
      follow: (name) => void one.followed.push(name),
      start: () => void (one.isRunning = true),
      stop: () => Promise.resolve(void (one.isRunning = false)),
    }
  }
  return { made, spread: spreadRounds({ everyMs: 500, rounds: 10, create }) }
}

test('rounds begin evenly over the time', () => {
  expect(setup().made.map(({ firstAfterMs }) => firstAfterMs)).toEqual([
    500, 550, 600, 650, 700, 750, 800, 850, 900, 950,
  ])
})

test('all that one owner has comes in one round, and owners are spread over the rounds', () => {
  const { made, spread } = setup()
  const owners = Array.from({ length: 300 }, (_, count) => `user-${count}`)
  for (const owner of owners)
    for (const value of ['summary', 'risk']) spread.follow(owner, `${value} ${owner}`, make, STREAM)
  const roundsOf = (owner: string) => made.filter(({ followed }) => followed.some((name) => name.endsWith(` ${owner}`)))
  expect(owners.every((owner) => roundsOf(owner).length === 1)).toBe(true)
  expect(Math.max(...made.map(({ followed }) => followed.length))).toBeLessThan(2 * 60)
  expect(Math.min(...made.map(({ followed }) => followed.length))).toBeGreaterThan(2 * 15)
})

test('all rounds start and stop together', async () => {
  const { made, spread } = setup()
  spread.start()
  expect(made.every(({ isRunning }) => isRunning)).toBe(true)
  await spread.stop()
  expect(made.some(({ isRunning }) => isRunning)).toBe(false)
})
