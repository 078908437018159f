import { createLockstepGate } from './lockstep-gate.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('the clock waits for requests under way, and requests that come then wait for the clock', async () => {
  const gate = createLockstepGate()
  const order: string[] = []
  const [leaveFirst, leaveSecond] = [await gate.enter(false), await gate.enter(false)]
  const moved = gate.move(async () => {
    order.push('moves')
    await turn()
    order.push('stands')
  })
  const late = gate.enter(false).then((leave) => {
    order.push('late')
    leave()
  })
  await turn()
  leaveFirst()
  // A request that tells of its end twice has one.
  leaveFirst()
  await turn()
  expect(order).toEqual([])
  leaveSecond()
  await Promise.all([moved, late])
  expect(order).toEqual(['moves', 'stands', 'late'])
})

test('a move that fails lets requests go on', async () => {
  const gate = createLockstepGate()
  await expect(gate.move(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const leave = await gate.enter(false)
  leave()
  expect(await gate.move(() => Promise.resolve(1))).toBe(1)
})

test('changes come in one after the other, in the order in which they came; reads do not wait for them', async () => {
  const gate = createLockstepGate()
  const order: string[] = []
  const leaveFirst = await gate.enter(true)
  const second = gate.enter(true).then((leave) => {
    order.push('second')
    return leave
  })
  const third = gate.enter(true).then((leave) => {
    order.push('third')
    leave()
  })
  ;(await gate.enter(false))()
  await turn()
  expect(order).toEqual([])
  leaveFirst()
  const leaveSecond = await second
  await turn()
  expect(order).toEqual(['second'])
  leaveSecond()
  await third
  expect(order).toEqual(['second', 'third'])
})

test('moves come one after the other', async () => {
  const gate = createLockstepGate()
  let under = 0
  const move = () =>
    gate.move(async () => {
      under += 1
      await turn()
      return under--
    })
  expect(await Promise.all([move(), move(), move()])).toEqual([1, 1, 1])
})
