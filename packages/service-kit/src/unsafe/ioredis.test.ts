import { Command, Redis } from 'ioredis'
import { isWritable, sendText, watchCommands, type SentCommand } from './ioredis.js'

/** Never connects: what it would send goes to `sent`. */
function openRedis() {
  const sent: Command[] = []
  const client = new Redis({ lazyConnect: true })
  client.sendCommand = (command) => {
    sent.push(command)
    return command.promise
  }
  return { client, sent }
}

test('a text is written as it is', () => {
  const { client, sent } = openRedis()
  void sendText(client, '*1\r\n$4\r\nPING\r\n')
  expect(sent.map((command) => command.toWritable(undefined as never))).toEqual(['*1\r\n$4\r\nPING\r\n'])
})

test('ioredis asks a command for its text by that method', () => {
  expect(new Command('ping', []).toWritable(undefined as never)).toBe('*1\r\n$4\r\nping\r\n')
})

test('each command of the client is seen before it is sent, and can be rejected', async () => {
  const { client, sent } = openRedis()
  const seen: SentCommand[] = []
  watchCommands(client, (command) => seen.push(command))
  const replies = [client.ping(), client.get('key')]
  expect([seen.length, sent.map(({ name }) => name)]).toEqual([2, ['ping', 'get']])
  sent[0]?.resolve('PONG')
  seen[1]?.reject(new Error('too late'))
  await expect(replies[0]).resolves.toBe('PONG')
  await expect(replies[1]).rejects.toThrow('too late')
  expect(seen.map(({ isResolved }) => isResolved())).toEqual([true, false])
})

test('a command that waits for its reply is not resolved', () => {
  const { client } = openRedis()
  const seen: SentCommand[] = []
  watchCommands(client, (command) => seen.push(command))
  void client.ping()
  expect(seen.map(({ isResolved }) => isResolved())).toEqual([false])
})

test('whether a connection takes more is what its stream says', () => {
  const client = { stream: { writable: false } } as unknown as Redis
  expect(isWritable(client)).toBe(false)
})
