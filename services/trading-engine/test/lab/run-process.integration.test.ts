/** A run that eats memory, hangs, dies or never ends is ended, and why is told; nothing of that is left to the run. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { createLogger, DependencyError } from '@ats/service-kit/process'
import { forkProcess } from '../../src/compose/lab/fork-process.js'
import { createIdleProcesses } from '../../src/compose/lab/idle-processes.js'
import { RunGone, RunRefusal, startRunProcess, type RunLimits } from '../../src/compose/lab/run-process.js'
import { createRunTemplates } from '../../src/compose/lab/run-templates.js'
import { scriptOf, type RunScript } from '../support/lab/run-scripts.js'
import { pollUntil } from '../support/poll-until.js'

const LIMITS: RunLimits = { memoryBytesMax: 600 * 1_048_576, ageMsMax: 600_000, silentCpuMsMax: 600_000, priority: 0 }
const start = (script: RunScript, limits: Partial<RunLimits> = {}) =>
  startRunProcess(scriptOf(script), { ...LIMITS, ...limits })
const REPORT = { kind: 'report' } as const

test('answers come back to the one who asked, in any number, until it is ended', async () => {
  const run = start('answers')
  const answers = await Promise.all(Array.from({ length: 50 }, () => run.ask(REPORT)))
  expect(answers).toEqual(answers.map(() => 'report'))
  run.end('DELETED')
  expect(await run.ended).toBe('DELETED')
  await expect(run.ask(REPORT)).rejects.toThrow(RunGone)
})

test('what it refuses is a refusal', async () => {
  const run = start('refuses')
  await expect(run.ask(REPORT)).rejects.toEqual(new RunRefusal('no', true))
  run.end('DELETED')
  await run.ended
})

test('where processes are kept, the next run has that of the last one, and hears nothing of it', async () => {
  const idle = createIdleProcesses(1)
  const first = startRunProcess(scriptOf('answers'), LIMITS, { idle })
  expect(await first.ask(REPORT)).toBe('report')
  await first.vacate()
  expect(await first.ended).toBe('DELETED')
  const kept = idle.take()
  if (kept === undefined) throw new Error('it was not kept')
  idle.leave(kept)
  const next = startRunProcess(scriptOf('dies'), LIMITS, { idle })
  expect(await next.ask(REPORT)).toBe('report')
  expect(idle.take()).toBeUndefined()
  next.end('DELETED')
  expect(await next.ended).toBe('DELETED')
})

const SCHED_IDLE = 5
const policyOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38])
}
const canBeIdle = spawnSync('/usr/bin/chrt', ['--idle', '0', process.execPath, '-v']).status === 0

// Nothing is asked of it: beside other tests it would hardly get a turn.
test('unless it is told otherwise, it runs when nothing else would', async () => {
  const { pid = 0 } = forkProcess(scriptOf('idles'), { heapMb: 64 })
  expect(getPriority(pid)).toBe(19)
  if (canBeIdle)
    await pollUntil(
      () => Promise.resolve(policyOf(pid)),
      (policy) => policy === SCHED_IDLE,
    )
  process.kill(pid, 'SIGKILL')
})

test.each<[string, RunScript, Partial<RunLimits>]>([
  ['MEMORY', 'eats', {}],
  ['UNRESPONSIVE', 'loops', { silentCpuMsMax: 1_000 }],
  ['DIED', 'dies', {}],
  ['AGE', 'lives', { ageMsMax: 1_000 }],
  // It says nothing, and takes nothing either, as one that gets no turn.
  ['AGE', 'idles', { ageMsMax: 3_000, silentCpuMsMax: 2_000 }],
])('it is ended: %s', async (reason, script, limits) => {
  const run = start(script, limits)
  const asked = run.ask(REPORT)
  await expect(asked).rejects.toThrow(RunGone)
  expect(await run.ended).toBe(reason)
})

test('files of databases that cannot be made are tried again for the next one who asks, who is told to come back', async () => {
  const logger = createLogger({ service: 'test', level: 'silent' })
  const options = { script: scriptOf('dies'), migrations: 'none', folder: 'none', limits: LIMITS, logger }
  const templates = createRunTemplates(options)
  const first = templates()
  await expect(first).rejects.toThrow(DependencyError)
  const second = templates()
  expect(second).not.toBe(first)
  await expect(second).rejects.toMatchObject({ retryAfterSeconds: 5, cause: { message: 'the run has ended: DIED' } })
})

test('what makes the files of databases may say nothing for as long as it may live', async () => {
  const logger = createLogger({ service: 'test', level: 'silent' })
  const limits = { ...LIMITS, ageMsMax: 1_000, silentCpuMsMax: 1 }
  const options = { script: scriptOf('loops'), migrations: 'none', folder: 'none', limits, logger }
  await expect(createRunTemplates(options)()).rejects.toMatchObject({ cause: { message: 'the run has ended: AGE' } })
})
