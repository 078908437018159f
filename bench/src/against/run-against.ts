/** npm run bench -- --against: the work tree against a revision of the repository. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGuardian } from '@ats/local-stack'
import { CAN_READ_CPU } from '../cpu/cpu-time.js'
import type { Against, Flags } from '../flags.js'
import { startGenerator } from '../load/start-generator.js'
import { KEYS } from '../sections/contenders.js'
import { WORK_TREE } from '../servers/builds.js'
import { chooseServerBinaries } from '../servers/server-binaries.js'
import { POSTGRES_SETTINGS, startBenchServers } from '../servers/bench-servers.js'
import { build, checkOut, findRevision, removeCheckout } from './checkout.js'
import { compare } from './compare.js'
import { STACK_TITLES } from './figures.js'
import type { StackName } from './interleave.js'
import { startStack, STEADY_POSTGRES, type Stack } from './stack.js'

const CELL_SECONDS = 2
/** Enough that no two orders wait for the same one; each has a position that the market loop looks at. */
const ACCOUNTS = 2_000
const QUICK = { accounts: 100, cellSeconds: 0.2 }

/** Steps to end the run, however it ends: once, the last added first. */
type Ends = (() => unknown)[]

export async function runAgainst(
  flags: Flags,
  against: Against,
  outDir: string,
  print: (line: string) => void,
): Promise<void> {
  if (!CAN_READ_CPU) throw new Error('--against reads CPU times from /proc, which only Linux has')
  const ends: Ends = []
  const end = endOnce(ends)
  endOnSignals(end)
  try {
    await compareWith(flags, against, outDir, print, ends)
  } finally {
    await end()
  }
}

function endOnce(ends: Ends): () => Promise<void> {
  let ended: Promise<void> | undefined
  const endAll = async (): Promise<void> => {
    // What fails to end, or had failed before, keeps nothing else from ending.
    for (const end of ends.toReversed()) await Promise.resolve(end()).catch(() => undefined)
  }
  return () => (ended ??= endAll())
}

/** Ctrl-C leaves nothing running and nothing behind. */
function endOnSignals(end: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().then(() => process.exit(130)))
}

async function compareWith(
  flags: Flags,
  against: Against,
  outDir: string,
  print: (line: string) => void,
  ends: Ends,
): Promise<void> {
  const revision = await findRevision(against.revision)
  const accounts = flags.isQuick ? QUICK.accounts : ACCOUNTS
  print(`A and A': ${revision.commit} ${revision.subject}\nB: the work tree`)
  const building = new AbortController()
  const checkout = await checkOutForRun(revision.commit, ends, print, building)
  print('Building the work tree')
  await build(WORK_TREE, building.signal)
  const generator = await startGenerator()
  ends.push(() => generator.stop())
  const start = async (name: StackName): Promise<Stack> => {
    print(`Starting ${STACK_TITLES[name]}`)
    const settings = { ...POSTGRES_SETTINGS, ...STEADY_POSTGRES }
    const servers = await startBenchServers(chooseServerBinaries(flags.server), settings)
    ends.push(() => servers.stop())
    const profileDir = flags.isProfiled ? join(outDir, `profile-${name}`) : undefined
    return startStack({ name, build: name === 'B' ? WORK_TREE : checkout, servers, accounts, users: KEYS, profileDir })
  }
  const stacks = { A: await start('A'), C: await start('C'), B: await start('B') }
  const cellSeconds = flags.cellSeconds ?? (flags.isQuick ? QUICK.cellSeconds : CELL_SECONDS)
  const rounds = await compare({ against, stacks, generator, accounts, users: KEYS, cellSeconds, print })
  writeFileSync(join(outDir, 'against.json'), `${JSON.stringify({ revision, rounds }, null, 2)}\n`)
}

async function checkOutForRun(
  commit: string,
  ends: Ends,
  print: (line: string) => void,
  building: AbortController,
): Promise<string> {
  // The guardian removes it even when this process is killed.
  const guardian = await startGuardian()
  ends.push(() => guardian.stop())
  const directory = mkdtempSync(join(tmpdir(), 'trading-bench-against-'))
  guardian.removeAtEnd(directory)
  const checkout = join(directory, commit)
  ends.push(() => removeCheckout(checkout))
  const built = checkOut(commit, checkout, print, building.signal)
  ends.push(() => {
    building.abort()
    return built
  })
  await built
  return checkout
}
