/** One seed: a run, the bot in it to its end, then the rest of the tape, and what is read of it. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { add, compare, subtract, type Lab, type LabRun, type NewRun } from '@ats/sdk'
import { Failure } from '../failure.js'
import type { Day, Outcome, SeedResult } from './seed-result.js'

export interface SeedPlan {
  readonly run: (seed: number) => NewRun
  /** A program and its arguments; one string is a line for a shell. */
  readonly bot: readonly [string, ...string[]] | string
  /** Seconds of the tape in one of the wall; null: the bot moves the clock. */
  readonly pace: number | null
  readonly botMsMax: number
  /** The folder for the report of each run; null: none is written. */
  readonly reports: string | null
  readonly environment: NodeJS.ProcessEnv
}

interface BotEnd {
  /** Null: it was ended. */
  readonly code: number | null
  /** The last it has said. */
  readonly said: string
}

const PACE_MS = 250
const SAID_MAX = 2_000

export function runSeed(lab: Lab, plan: SeedPlan, seed: number, signal: AbortSignal): Promise<SeedResult> {
  return lab.run(
    plan.run(seed),
    async (run) => {
      const bot = await runBot(run, plan, seed, signal)
      await run.advance({ until: 'END' }, { signal })
      if (plan.reports !== null) writeFileSync(join(plan.reports, `seed-${seed}.json`), await reportText(run))
      return resultOf(run, seed, bot)
    },
    { signal },
  )
}

async function runBot(run: LabRun, plan: SeedPlan, seed: number, signal: AbortSignal): Promise<BotEnd> {
  const { url, key, secret, accountId } = run.access
  const child = spawnBot(plan.bot, {
    ...plan.environment,
    ...{ ATS_URL: url, ATS_API_KEY: key, ATS_API_SECRET: secret, ATS_ACCOUNT: accountId, ATS_LAB_SEED: String(seed) },
    ...{ ENGINE: url, KEY: key, SECRET: secret, ACCOUNT: accountId },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-SAID_MAX)))
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => child.kill('SIGKILL'), plan.botMsMax)
  let hasEnded = false
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      said += error.message
      resolve(127)
    })
    child.once('close', resolve)
  }).finally(() => (hasEnded = true))
  try {
    if (plan.pace !== null) {
      const isOver = await moveClock(run, plan.pace, () => hasEnded, signal)
      if (isOver) stop()
      const code = await ended
      return { code: isOver ? 0 : code, said }
    }
    return { code: await ended, said }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

const spawnBot = (bot: SeedPlan['bot'], env: NodeJS.ProcessEnv) =>
  typeof bot === 'string'
    ? spawn(bot, { env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn(bot[0], bot.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] })

/** Moves the clock as often as the bot of a real market sees it move; true: to the end of the tape. */
async function moveClock(run: LabRun, pace: number, hasEnded: () => boolean, signal: AbortSignal): Promise<boolean> {
  const began = performance.now()
  for (let step = 1; !hasEnded() && !signal.aborted; step += 1) {
    const { stopped_by } = await run.advance({ by_ms: Math.max(1, Math.round(pace * PACE_MS)) })
    if (stopped_by === 'END') return true
    await sleep(Math.max(0, began + step * PACE_MS - performance.now()))
  }
  return false
}

/** As it came: numbers of its recipe are sent again as numbers. */
async function reportText({ id, access: { url, key, secret } }: LabRun): Promise<string> {
  const address = new URL(`/v1/lab/runs/${id}/report?include=log`, url)
  const response = await fetch(address, { headers: { 'X-API-Key': key, 'X-API-Secret': secret } })
  if (!response.ok) throw new Failure('unreachable', `the report of ${id} could not be read: ${response.status}`)
  return response.text()
}

/** The result; of a challenge that of the phase which it has come to. */
async function resultOf(run: LabRun, seed: number, bot: BotEnd): Promise<SeedResult> {
  const [newest] = await run.client.accounts()
  const reached = newest === undefined ? run.account : run.client.account(newest.id)
  const [account, { equity }, report] = [await reached.get(), await reached.summary(), await run.report()]
  const days = (await reached.days().all()).reverse()
  const hasTarget = account.risk_config.objective !== null
  const outcome = outcomeOf(account.state, hasTarget, bot)
  const reason = account.state === 'TERMINATED' ? (await reached.violations().take(1))[0]?.rule : undefined
  return {
    seed,
    outcome,
    reason: outcome === 'BOT_FAILED' ? null : (reason ?? null),
    equity,
    initial_balance: account.initial_balance,
    profit: subtract(equity, account.initial_balance),
    trades: days.reduce((sum, { trades }) => sum + trades, 0),
    worst_day: worstDay(days),
    days: days.map(({ date, closing_equity }) => ({ date, equity: closing_equity })),
    drawdown_floor: days.map(({ floors }) => floors.max_drawdown),
    events_hash: report.events_hash,
    tape_id: report.tape_id,
    bot: bot.code === 0 ? null : { code: bot.code, said: bot.said.trim() },
  }
}

function outcomeOf(state: string, hasTarget: boolean, { code }: BotEnd): Outcome {
  if (state === 'PASSED') return 'PASSED'
  if (state === 'TERMINATED') return 'FAILED'
  if (code !== 0) return 'BOT_FAILED'
  return hasTarget ? 'OPEN' : 'SURVIVED'
}

interface DayRow {
  readonly date: string
  readonly opening_equity: string
  readonly lowest_equity: string
}

/** The one in which equity fell deepest below where it had begun; null where it never did. */
function worstDay(days: readonly DayRow[]): Day | null {
  let worst: Day | null = null
  for (const { date, opening_equity, lowest_equity } of days) {
    const change = subtract(lowest_equity, opening_equity)
    if (compare(change, worst?.change ?? '0') < 0) worst = { date, change: add(change, '0') }
  }
  return worst
}
