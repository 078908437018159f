import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// The file jest itself loads, in a process of its own, as jest is one.
const MODULE = join(__dirname, '..', 'dist', 'jest', 'test-servers.js')
const SCRIPT = `require(${JSON.stringify(MODULE)}).startTestServers(process.env.PATH).then(({ postgresUrl, directory, dataDir }) => {
  console.log(JSON.stringify({ postgresUrl, directory, dataDir })); setInterval(() => undefined, 1000) })`

type Directory = 'directory' | 'dataDir'

test('a run that is killed leaves no server and no directory behind', async () => {
  const run = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(run.stdout, 'data')) as [Buffer]
  const { postgresUrl, ...directories } = JSON.parse(line.toString()) as Record<'postgresUrl' | Directory, string>
  const left = () => Object.values(directories).filter((path) => existsSync(path))
  expect(left()).toHaveLength(2)
  run.kill('SIGKILL')
  await until(() => left().length === 0)
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
