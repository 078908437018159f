import { COMMAND_BYTES_MAX, createRunLog, emptyLog, growLog, isEmptyLog, type RunCommand } from './run-log.js'

const command = (body: string): RunCommand => ({
  ...{ at: 1, moved: false, method: 'POST', path: '/v1/order', body, status: 200, fault: null },
})
const event = (sequence: number) => ({ accountId: 'a', sequence, type: 'order.fill', at: 1, hash: '0' })

test('what was taken is told once, and grows into the same log elsewhere', () => {
  const [log, elsewhere] = [createRunLog(), emptyLog()]
  log.addCommand(command('1'))
  log.addEvent(event(1))
  growLog(elsewhere, log.take())
  expect(isEmptyLog(log.take())).toBe(true)
  log.addEvent(event(2))
  growLog(elsewhere, log.take())
  expect(elsewhere).toEqual(log.whole())
  expect(elsewhere.events).toHaveLength(2)
})

test('once a command is too much, none that follows is kept', () => {
  const log = createRunLog()
  log.addCommand(command('1'))
  log.addCommand(command('x'.repeat(COMMAND_BYTES_MAX)))
  log.addCommand(command('2'))
  expect(log.take()).toMatchObject({ commands: [{ body: '1' }], commandsLeftOut: 2 })
})
