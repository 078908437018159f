import { createAcceptQueue } from './accept-queue.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

function start() {
  let next: (() => void)[] = []
  const state = { spareTurns: 0, isMoreToDo: false }
  const queue = createAcceptQueue({
    onSpareTurn() {
      state.spareTurns += 1
      return state.isMoreToDo
    },
    soon: (work) => void next.push(work),
  })
  /** Turns of the loop of 10 ms each. */
  const turn = (count: number, { accepting }: { accepting: boolean }): void => {
    for (let done = 0; done < count; done += 1) {
      if (accepting) queue.accepted()
      jest.advanceTimersByTime(10)
      const due = next
      next = []
      for (const work of due) work()
    }
  }
  return { queue, turn, state }
}

test('connections wait when every turn of the loop has accepted one for 50 ms', () => {
  const { queue, turn } = start()
  turn(4, { accepting: true })
  expect(queue.isLate).toBe(false)
  turn(1, { accepting: true })
  expect(queue.isLate).toBe(true)
})

test('none waits once a turn has accepted none', () => {
  const { queue, turn } = start()
  turn(30, { accepting: true })
  turn(1, { accepting: false })
  expect(queue.isLate).toBe(false)
  queue.accepted()
  expect(queue.isLate).toBe(false)
})

test('connections that follow each other with a turn between them do not wait', () => {
  const { queue, turn } = start()
  for (let done = 0; done < 50; done += 1) {
    turn(1, { accepting: true })
    turn(1, { accepting: false })
  }
  expect(queue.isLate).toBe(false)
})

test('turns that accept none are spare as long as there is something to do, and the loop rests after them', () => {
  const { turn, state } = start()
  state.isMoreToDo = true
  turn(3, { accepting: true })
  expect(state.spareTurns).toBe(0)
  turn(2, { accepting: false })
  turn(1, { accepting: true })
  turn(1, { accepting: false })
  expect(state.spareTurns).toBe(3)
  state.isMoreToDo = false
  turn(5, { accepting: false })
  expect(state.spareTurns).toBe(4)
})

test('one turn of eight is spare even while connections wait', () => {
  const { turn, state } = start()
  turn(80, { accepting: true })
  expect(state.spareTurns).toBe(10)
})
