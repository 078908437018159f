import { createLockstepGate } from './lockstep-gate.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('the clock waits for requests under way, and requests that come then wait for the clock', async () => {
  const gate = createLockstepGate()
  const order: string[] = []
  const [leaveFirst, leaveSecond] = [await gate.enter(), await gate.enter()]
  const moved = gate.move(async () => {
    order.push('moves')
    await turn()
    order.push('stands')
  })
  const late = gate.enter().then((leave) => {
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
  const leave = await gate.enter()
  leave()
  expect(await gate.move(() => Promise.resolve(1))).toBe(1)
})
