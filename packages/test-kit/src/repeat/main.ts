/**
 * `npm run test:repeat -- --times 20 --busy 2`: `npm test` again and again, beside loops that keep processors busy, and
 * a table of what came of each run. What follows a second `--` goes to jest. The output of a run that failed is kept.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

interface Run {
  readonly seconds: number
  readonly isGreen: boolean
  readonly result: string
  readonly seed: string
}

const JEST = require.resolve('jest/bin/jest')
/** Ends with its parent, however that ends. */
const BUSY_LOOP = 'const parent = process.ppid; while (process.ppid === parent);'
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { times: { type: 'string', default: '20' }, busy: { type: 'string', default: '0' } },
    allowPositionals: true,
  })
  const times = countOf(values.times, 1)
  const busy = countOf(values.busy, 0)
  const directory = mkdtempSync(join(tmpdir(), 'test-repeat-'))
  const loops = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', BUSY_LOOP], { stdio: 'ignore' }))
  process.once('exit', () => stop(loops))
  print(`${times} runs beside ${busy} busy loops; what fails is kept in ${directory}`)
  print('| run | seconds | result | seed |\n| --: | --: | :-- | --: |')
  let green = 0
  for (let count = 1; count <= times; count += 1) {
    const { seconds, isGreen, result, seed } = await runOnce(positionals, join(directory, `run-${count}.log`))
    print(`| ${count} | ${seconds} | ${result} | ${seed} |`)
    if (isGreen) green += 1
  }
  print(`${green} passed, ${times - green} failed`)
  return green === times ? 0 : 1
}

function countOf(text: string, least: number): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < least) throw new Error(`${text} is not a number of at least ${least}`)
  return count
}

async function runOnce(more: readonly string[], log: string): Promise<Run> {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [JEST, '--selectProjects', 'unit', 'integration', '--watchAll=false', ...more],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = Buffer.concat(chunks).toString('utf8')
  // A run that left something open is not well, even if its tests passed.
  const isGraceful = !/did not exit|failed to exit gracefully/.test(output)
  const isGreen = code === 0 && isGraceful
  if (!isGreen) writeFileSync(log, output)
  return {
    seconds: Math.round((performance.now() - startedAt) / 1000),
    isGreen,
    result: `${/^\d+ passed, \d+ failed$/m.exec(output)?.[0] ?? 'no result'}${isGraceful ? '' : ', did not exit gracefully'}`,
    seed: /FAST_CHECK_SEED=(\d+)/.exec(output)?.[1] ?? '?',
  }
}

function stop(loops: readonly ChildProcess[]): void {
  for (const loop of loops) loop.kill('SIGKILL')
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    print(error instanceof Error ? error.message : String(error))
    process.exit(2)
  },
)
