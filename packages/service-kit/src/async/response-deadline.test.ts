import { createResponseDeadline, type Pending } from './response-deadline.js'

/** An event loop whose turns the test makes. */
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
  const deadline = createResponseDeadline(100, loop.afterReading)
  const { state, pending } = question()
  deadline.await(pending)
  loop.turn(5)
  expect(state.isGivenUp).toBe(false)
  loop.turn()
  expect(state.isGivenUp).toBe(true)
  expect(loop.spans).toEqual(Array(6).fill(20))
})

it('gives each its own time, and leaves alone what is settled', () => {
  const loop = slowLoop()
  const deadline = createResponseDeadline(100, loop.afterReading)
  const [early, answered, late] = [question(), question(), question()]
  deadline.await(early.pending)
  deadline.await(answered.pending)
  loop.turn(3)
  deadline.await(late.pending)
  answered.state.isSettled = true
  loop.turn(3)
  expect([early, answered, late].map(({ state }) => state.isGivenUp)).toEqual([true, false, false])
  loop.turn(3)
  expect(late.state.isGivenUp).toBe(true)
})

it('keeps no timer while nothing is waited for, and begins again', () => {
  const loop = slowLoop()
  const deadline = createResponseDeadline(100, loop.afterReading)
  deadline.await(question().pending)
  loop.turn(6)
  expect(loop.isIdle()).toBe(true)
  const again = question()
  deadline.await(again.pending)
  loop.turn(6)
  expect(again.state.isGivenUp).toBe(true)
})
