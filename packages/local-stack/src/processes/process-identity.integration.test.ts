import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { identifyProcess, isRunning, readCommandLine, readParentPid } from './process-identity.js'

let child: ChildProcess

beforeEach(async () => {
  child = spawn('sh', ['-c', 'echo started; read line'], { stdio: ['pipe', 'pipe', 'ignore'] })
  // Linux sets the command line a moment after the process counts as spawned.
  await once(child.stdout!, 'data')
})
afterEach(() => child.kill('SIGKILL'))

test('a process is itself, and no longer once it has ended or when its pid belongs to another', async () => {
  const pid = child.pid!
  const identity = identifyProcess(pid)!
  expect(isRunning(identity)).toBe(true)
  expect(isRunning({ ...identity, startedAt: 'another time' })).toBe(false)
  expect(readCommandLine(pid)).toMatch(/^sh -c echo started/)
  expect(readParentPid(pid)).toBe(process.pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isRunning(identity)).toBe(false)
  expect(identifyProcess(pid)).toBeUndefined()
  expect(readCommandLine(pid)).toBe('')
  expect(readParentPid(pid)).toBeUndefined()
})
