import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { identifyProcess, isRunning, readCommandLine, readParentPid } from './process-identity.js'

test('a process is itself, and no longer once it has ended or when its pid belongs to another', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  await once(child, 'spawn')
  const identity = identifyProcess(child.pid!)!
  expect(isRunning(identity)).toBe(true)
  expect(isRunning({ ...identity, startedAt: 'another time' })).toBe(false)
  expect(readCommandLine(child.pid!)).toMatch(/^sleep 60/)
  expect(readParentPid(child.pid!)).toBe(process.pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isRunning(identity)).toBe(false)
  expect(identifyProcess(child.pid!)).toBeUndefined()
  expect(readCommandLine(child.pid!)).toBe('')
  expect(readParentPid(child.pid!)).toBeUndefined()
})
