import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// The file jest itself loads, in a process of its own, as jest is one.
const MODULE = join(__dirname, '..', 'dist', 'jest', 'test-servers.js')
const SCRIPT = `require(${JSON.stringify(MODULE)}).startTestServers(process.env.PATH).then(({ postgresUrl, directory }) => {
  console.log(JSON.stringify({ postgresUrl, directory })); setInterval(() => undefined, 1000) })`

test('a run that is killed leaves no server and no directory behind', async () => {
  const run = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(run.stdout, 'data')) as [Buffer]
  const { postgresUrl, directory } = JSON.parse(line.toString()) as { postgresUrl: string; directory: string }
  expect(existsSync(directory)).toBe(true)
  run.kill('SIGKILL')
  await until(() => !existsSync(directory))
  await expect(connect(Number(new URL(postgresUrl).port))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(50) // jest's own time-out is the limit
}

async function connect(port: number): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.destroy()
}
