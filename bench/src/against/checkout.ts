/** A revision of this repository, built in a git worktree that goes with the run. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { WORK_TREE } from '../servers/builds.js'
import { installSamePackages, linkPackages } from './packages.js'

export interface Revision {
  readonly commit: string
  readonly subject: string
}

/** Throws an Error that says what is wrong with it. */
export async function findRevision(revision: string): Promise<Revision> {
  const format = ['log', '-1', '--format=%h %s', `${revision}^{commit}`, '--']
  const line = await run('git', format, WORK_TREE).catch(() => {
    throw new Error(`--against: git knows no revision ${revision}`)
  })
  const [commit = '', ...subject] = line.trim().split(' ')
  return { commit, subject: subject.join(' ') }
}

/** Checks out into `directory`, which must not exist, and builds there. */
export async function checkOut(
  commit: string,
  directory: string,
  report: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  report(`checking out ${commit}`)
  await run('git', ['worktree', 'add', '--detach', '--quiet', directory, commit], WORK_TREE, signal)
  if (installSamePackages(WORK_TREE, directory)) {
    linkPackages(WORK_TREE, directory)
  } else {
    report('its packages are others: npm ci')
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], directory, signal)
  }
  report(`building ${commit}`)
  await build(directory, signal)
}

/** The services, and what they are made of. */
export const build = (root: string, signal: AbortSignal): Promise<unknown> =>
  run(
    process.execPath,
    [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', 'services/trading-engine', 'services/wallet'],
    root,
    signal,
  )

export const removeCheckout = (directory: string): Promise<unknown> =>
  run('git', ['worktree', 'remove', '--force', directory], WORK_TREE)

/** Resolves to what it printed; throws an Error with the last of its output when it fails. */
async function run(command: string, args: readonly string[], cwd: string, signal?: AbortSignal): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    ...(signal === undefined ? {} : { signal }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_KEPT)))
  // It cannot be started, or is to end: 'close' follows all the same.
  child.on('error', (error) => (output += error.message))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code === 0) return printed
  throw new Error(`${command} ${args.join(' ')} failed:\n${output.trim()}`)
}

const OUTPUT_KEPT = 2_000
