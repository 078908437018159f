import { createResponseDeadline, type Pending } from './response-deadline.js'

/** A loop that turns when told. */
function slowLoop() {
  let next: (() => void) | null = null
  const spans: number[] = []
  return {
    spans,
    afterReading: (ms: number, then: () => void) => {
      spans.push(ms)
      next = then
    },
    turn(times = 1) {
      for (let count = 0; count < times; count += 1) {
        const then = next
        next = null
        then?.()
      }
    },
    isIdle: () => next === null,
  }
}

function question() {
  const state = { isSettled: false, isGivenUp: false }
  const pending: Pending = { isSettled: () => state.isSettled, giveUp: () => void (state.isGivenUp = true) }
  return { state, pending }
}

it('gives up what the loop has looked for often enough, however long its turns took', () => {
  const loop = slowLoop()
  const patience = createResponseDeadline(100, loop.afterReading)
  const { state, pending } = question()
  patience.await(pending)
  loop.turn(5)
  expect(state.isGivenUp).toBe(false)
  loop.turn()
  expect(state.isGivenUp).toBe(true)
  expect(loop.spans).toEqual(Array(6).fill(20))
})

it('gives each its own time, and leaves alone what is settled', () => {
  const loop = slowLoop()
  const patience = createResponseDeadline(100, loop.afterReading)
  const [early, answered, late] = [question(), question(), question()]
  patience.await(early.pending)
  patience.await(answered.pending)
  loop.turn(3)
  patience.await(late.pending)
  answered.state.isSettled = true
  loop.turn(3)
  expect([early, answered, late].map(({ state }) => state.isGivenUp)).toEqual([true, false, false])
  loop.turn(3)
  expect(late.state.isGivenUp).toBe(true)
})

it('keeps no timer while nothing is waited for, and begins again', () => {
  const loop = slowLoop()
  const patience = createResponseDeadline(100, loop.afterReading)
  patience.await(question().pending)
  loop.turn(6)
  expect(loop.isIdle()).toBe(true)
  const again = question()
  patience.await(again.pending)
  loop.turn(6)
  expect(again.state.isGivenUp).toBe(true)
})
