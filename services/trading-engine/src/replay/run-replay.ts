/** `npm run replay`: replays accounts in a process of its own, which only reads. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { listAccountsAfter, findAccountOwner, type OwnedAccount } from '../store/read/replayed-accounts.js'
import type { ReplayResult } from './replay-account.js'
import { openReplayPool, replayOne } from './replay-one.js'

export interface ReplayRun {
  readonly databaseUrl: string
  readonly out: (line: string) => void
  readonly error: (line: string) => void
  readonly stopping: AbortSignal
}

const USAGE = 'usage: npm run replay -- --account ID [--account ID …] | --all [--metrics FILE] [--minutes N]'
const ACCOUNT_MS = 300_000
const MINUTES = 240

/** Resolves to the exit code: 0 without differences, 1 with some, 2 where nothing could be replayed. */
export async function runReplay(args: readonly string[], run: ReplayRun): Promise<number> {
  const asked = readArguments(args)
  if (asked === null) {
    run.error(USAGE)
    return 2
  }
  const pool = openReplayPool(run.databaseUrl)
  try {
    const tally = createTally()
    const endsAt = performance.now() + asked.minutes * 60_000
    for await (const whose of accountsOf(pool, asked.accounts)) {
      if (run.stopping.aborted || performance.now() > endsAt) {
        run.error('stopped before all accounts were replayed')
        break
      }
      const result = await replayOne(pool, whose, Math.min(endsAt, performance.now() + ACCOUNT_MS))
      tally.add(result)
      if (asked.accounts.length > 0 || result.status === 'DIFFERENT') run.out(JSON.stringify(resultJson(result)))
    }
    run.out(JSON.stringify(tally.json()))
    if (asked.metrics !== null) await writeFile(asked.metrics, tally.metrics(Date.now()))
    return tally.differences() > 0 ? 1 : tally.all() > 0 ? 0 : 2
  } finally {
    await pool.end()
  }
}

interface Asked {
  /** Empty: all. */
  readonly accounts: readonly string[]
  readonly metrics: string | null
  readonly minutes: number
}

function readArguments(args: readonly string[]): Asked | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        account: { type: 'string', multiple: true },
        all: { type: 'boolean' },
        metrics: { type: 'string' },
        minutes: { type: 'string' },
      },
    })
    const { account: accounts = [], all = false, metrics = null } = values
    const minutes = Number(values.minutes ?? MINUTES)
    const isRight = all !== accounts.length > 0 && minutes > 0 && accounts.every((id) => UUID.test(id))
    return isRight ? { accounts, metrics, minutes } : null
  } catch {
    return null
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function* accountsOf(pool: Pool, ids: readonly string[]): AsyncGenerator<OwnedAccount> {
  for (const id of ids) {
    const found = await findAccountOwner(pool, id)
    if (found !== null) yield found
  }
  if (ids.length > 0) return
  let after: string | null = null
  for (;;) {
    const page: readonly OwnedAccount[] = await listAccountsAfter(pool, after)
    yield* page
    after = page.at(-1)?.accountId ?? null
    if (after === null) return
  }
}

const resultJson = ({ accountId, status, commands, rows, reason, difference }: ReplayResult) => ({
  ...{ account_id: accountId, status, commands, rows },
  ...(reason === null ? {} : { reason }),
  ...(difference === null ? {} : { difference }),
})

function createTally() {
  const counts = { EQUAL: 0, PARTIAL: 0, DIFFERENT: 0 }
  let commands = 0
  const all = (): number => counts.EQUAL + counts.PARTIAL + counts.DIFFERENT
  return {
    add(result: ReplayResult): void {
      counts[result.status] += 1
      commands += result.commands
    },
    all,
    differences: () => counts.DIFFERENT,
    json: () => ({
      accounts: all(),
      equal: counts.EQUAL,
      partial: counts.PARTIAL,
      different: counts.DIFFERENT,
      commands,
    }),
    /** As the text collector of Prometheus' node exporter reads it. */
    metrics: (at: number) =>
      [
        '# HELP lab_divergences_total Accounts of the last replay whose decisions came out otherwise.',
        '# TYPE lab_divergences_total gauge',
        `lab_divergences_total ${counts.DIFFERENT}`,
        '# HELP lab_replayed_accounts Accounts of the last replay, by how far they could be replayed.',
        '# TYPE lab_replayed_accounts gauge',
        ...Object.entries(counts).map(([status, count]) => `lab_replayed_accounts{status="${status}"} ${count}`),
        '# HELP lab_replay_ended_seconds When the last replay ended.',
        '# TYPE lab_replay_ended_seconds gauge',
        `lab_replay_ended_seconds ${Math.floor(at / 1_000)}`,
        '',
      ].join('\n'),
  }
}
