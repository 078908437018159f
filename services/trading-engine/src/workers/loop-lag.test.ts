import { TICK_MICROS } from '../core/values/tick.js'
import { createLoopLag } from './loop-lag.js'

const start = 1_000 * TICK_MICROS

function lagOf(looks: readonly { readonly from: number; readonly to: number }[]): readonly number[] {
  const observed: number[] = []
  let now = 0
  const looked = createLoopLag(
    () => start + now,
    (seconds) => observed.push(seconds),
  )
  for (const { from, to } of looks) {
    now = to
    looked(start + from)
  }
  return observed
}

it('is the time from a tick to the end of the first look at it', () => {
  expect(lagOf([{ from: 20_000, to: 30_000 }])).toEqual([0.03])
})

it('counts each tick once, however often it is looked at', () => {
  const looks = [0, 100_000, 200_000, 260_000].map((from) => ({ from, to: from + 1_000 }))
  expect(lagOf(looks)).toEqual([0.001, 0.011])
})

it('counts the lag of a blocked loop from the first tick that it missed', () => {
  const blocked = [
    { from: 0, to: 1_000 },
    { from: 2_000_000, to: 2_001_000 },
  ]
  expect(lagOf(blocked)).toEqual([0.001, 1.751])
})
