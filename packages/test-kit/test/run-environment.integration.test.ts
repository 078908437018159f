import { createConnection } from 'node:net'
import { once } from 'node:events'
import fc from 'fast-check'
import { captureLogs, describeWithRedis } from '@ats/test-kit'

test('property tests of the whole run share the printed seed', () => {
  expect(process.env['FAST_CHECK_SEED']).toMatch(/^\d+$/)
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env['FAST_CHECK_SEED']))
})

test('captured logs are kept as text and as objects', () => {
  const logs = captureLogs()
  logs.destination.write('{"msg":"one"}\n')
  logs.destination.write('{"msg":"two"}\n')
  expect(logs.entries()).toEqual([{ msg: 'one' }, { msg: 'two' }])
  expect(logs.text()).toContain('"one"')
})

describeWithRedis('Redis of the run', (redisUrl) => {
  test('answers with its password and refuses without', async () => {
    const { port, password } = new URL(redisUrl)
    expect(await ask(Number(port), 'PING\r\n')).toMatch(/NOAUTH/)
    expect(await ask(Number(port), `AUTH ${password}\r\n`)).toMatch(/OK/)
  })
})

async function ask(port: number, command: string): Promise<string> {
  const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write(command))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString()
}
