import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { EXAMPLE_BOT, findLab } from '../lab/find-lab.js'
import { labPage } from '../lab/lab-page.js'
import { DEFAULT_PLAN, flagsOf, MODELS, newRunOf, readFaults, seedCount, type RunOptions } from '../lab/new-run.js'
import { runSeed, type SeedPlan } from '../lab/run-seed.js'
import type { SeedResult } from '../lab/seed-result.js'
import { summarize, type Summary } from '../lab/summary.js'
import { percent, summaryLines } from '../lab/summary-lines.js'
import { choiceOption } from '../orders/order-options.js'
import { readCount, readDuration, readList } from '../read-words.js'
import type { Session } from '../session.js'
import { addReportCommands } from './lab-reports.js'
import { abortOnInterrupt } from '../terminal/interrupt.js'

interface LabOptions extends RunOptions {
  readonly bot?: string
  readonly seeds?: number
  readonly seed?: readonly string[]
  readonly faults?: string
  readonly reports?: string
  readonly jobs: number
  readonly pace?: number
  readonly botTimeout: number
  readonly minPass?: number
  readonly html?: string
}

const HELP = `
Each seed is a tape of its own, on which the bot trades an account of the plan. It is any program, and finds in its
environment the run as if it were the service: ATS_URL, ATS_API_KEY, ATS_API_SECRET, ATS_ACCOUNT, and ATS_LAB_SEED (also
ENGINE, KEY, SECRET and ACCOUNT, as the examples take them). It moves the clock itself (POST /v1/lab/runs/ID/advance;
labRunOfEnvironment of the SDK), or --pace moves it. The tape is played to its end when the bot ends.

  ats lab run                                        the bot of examples/lab.mjs, 100 seeds
  ats lab run --seeds 50 --html report.html -- node bot.mjs
  ats lab run --min-pass 0.6 -- python bot.py        for CI: exit code 1 where fewer pass
  ats lab run --pace 3600 --seeds 4 -- node examples/trend.mjs
  ats lab run --seed 37 -- node bot.mjs              one seed again
  ats lab run --tape flash-crash --faults faults.json -- node bot.mjs

In the repository of the service it starts a laboratory for itself; elsewhere, and with --copy-of or ATS_LAB_URL, it
takes that of the service (http://127.0.0.1:4003), with your key.`

export function addLabCommands(program: Command, act: Act): void {
  const lab = program.command('lab').description('play a bot through a challenge, on many markets, in seconds')
  const run = lab
    .command('run')
    .description('the share of markets on which a bot passes a plan')
    .argument('[command...]', 'the bot, after --: a program and its arguments')
    .option('--bot <line>', 'the bot as one line for a shell')
    .option('--plan <plan>', `its id (${DEFAULT_PLAN})`)
    .addOption(new Option('--program <program>', 'a challenge instead: all of its phases').conflicts('plan'))
    .addOption(
      new Option('--copy-of <account>', 'the plan and the state of your account instead').conflicts([
        'plan',
        'program',
      ]),
    )
    .option('--seeds <n>', 'how many tapes: of the seeds from 1 on (100; 1 of a kept tape)', readCount)
    .option('--seed <n>', 'only that one; several by commas', readList(readSeed))
    .option('--tape <name>', 'a kept tape instead of a model: of the library, or by its hash')
    .option('--resample', 'days of the kept tape, drawn again from each seed')
    .option('--faults <file>', 'JSON: what goes wrong in each run, as POST /v1/lab/runs takes it')
    .option('--reports <folder>', 'also write the report of each run, for ats lab replay and ats lab diff')
    .addOption(choiceOption('--model <model>', 'how prices move', MODELS).default('GBM'))
    .option('--symbols <symbols>', 'what is on the tape', readList(String), ['BTC-USD'])
    .option('--from <date>', 'the first day of the tape', '2026-03-02')
    .option('--days <n>', 'how long it is', readCount, 14)
    .option('--step <duration>', 'from price to price', readDuration, 60_000)
    .option('--volatility <share>', "of a day, 0 to 1; the catalogue's, unless given", readShare)
    .option('--drift <share>', 'the mean return of a day, -1 to 1', readDrift)
    .option('--jobs <n>', 'runs at a time', readCount, Math.min(4, availableParallelism()))
    .option('--pace <n>', 'seconds of the tape in one of the wall, for bots that do not move the clock', readSpeed)
    .option('--bot-timeout <duration>', 'after which a bot is ended', readDuration, 600_000)
    .option('--min-pass <share>', 'exit with 1 where fewer pass, 0 to 1', readShare)
    .option('--html <file>', 'also write the report as a page')
    .addHelpText('after', HELP)
  act<LabOptions>(run, (session, options, words) => runLab(session, options, words))
  addReportCommands(lab, act)
}

async function runLab(session: Session, options: LabOptions, words: readonly string[]): Promise<void> {
  const { terminal, connection, environment } = session
  const bot = botOf(options, words)
  const seeds = options.seed?.map(Number) ?? Array.from({ length: seedCount(options) }, (_, index) => index + 1)
  const newRun = newRunOf(options, options.faults === undefined ? [] : readFaults(options.faults))
  const { signal, release } = abortOnInterrupt()
  const found = await findLab(connection, environment, terminal.note, options.copyOf !== undefined)
  const began = performance.now()
  try {
    const plan = { run: newRun, bot, pace: options.pace ?? null, botMsMax: options.botTimeout, environment }
    const reports = options.reports ?? null
    if (reports !== null) mkdirSync(reports, { recursive: true })
    const results = await runAll(
      seeds,
      options.jobs,
      (seed) => runSeed(found.lab, { ...plan, reports }, seed, signal),
      {
        signal,
        onDone: progressOf(session, seeds.length),
      },
    )
    if (signal.aborted) throw new Failure('interrupted', 'stopped before its end')
    const seconds = (performance.now() - began) / 1_000
    show(session, { options, words, bot, results, seconds, newRun })
  } finally {
    release()
    found.close()
  }
}

interface Shown {
  readonly options: LabOptions
  readonly words: readonly string[]
  readonly bot: SeedPlan['bot']
  readonly results: readonly SeedResult[]
  readonly seconds: number
  readonly newRun: SeedPlan['run']
}

/** @throws Failure refused, where too few have passed */
function show(session: Session, { options, words, bot, results, seconds, newRun }: Shown): void {
  const { terminal } = session
  const summary = summarize(results)
  const plan = options.copyOf ?? options.program ?? options.plan ?? DEFAULT_PLAN
  const recipe = { plan, tape: newRun(results[0]?.seed ?? 1).tape, bot }
  const report = { recipe, summary, seconds: Number(seconds.toFixed(1)), results }
  if (options.html !== undefined) writeFileSync(options.html, labPage(report, repeatOf(options, words)))
  session.show(report, () => [
    ...summaryLines(summary, results, repeatOf(options, words), terminal.paint),
    '',
    `${results.length} runs in ${seconds.toFixed(1)} s${options.html === undefined ? '' : `; the report is in ${options.html}`}`,
  ])
  requirePass(summary, options.minPass)
}

function requirePass({ passed, outcomes }: Summary, least: number | undefined): void {
  if (outcomes.BOT_FAILED > 0) throw new Failure('refused', `the bot failed in ${outcomes.BOT_FAILED} runs`)
  if (least === undefined || passed.value >= least) return
  throw new Failure('refused', `${percent(passed.value)} have passed: less than ${percent(least)}`)
}

/** @throws Failure usage, where there is no bot */
function botOf({ bot }: LabOptions, [program, ...rest]: readonly string[]): SeedPlan['bot'] {
  if (bot !== undefined) return bot
  return program === undefined ? [process.execPath, EXAMPLE_BOT] : [program, ...rest]
}

/** The command that plays one seed again. */
const repeatOf =
  (options: LabOptions, words: readonly string[]) =>
  (seed: number): string => {
    const { bot, faults } = options
    const flags = [...flagsOf(options), ...(faults === undefined ? [] : [`--faults ${faults}`])]
    const line =
      bot === undefined ? (words.length > 0 ? [`-- ${words.join(' ')}`] : []) : [`--bot ${JSON.stringify(bot)}`]
    return ['ats lab run', `--seed ${seed}`, ...flags, ...line].join(' ')
  }

interface Course {
  readonly signal: AbortSignal
  readonly onDone: (done: number) => void
}

/** So many at a time, in the order of the seeds. The first that cannot be played ends all. */
async function runAll(
  seeds: readonly number[],
  jobs: number,
  play: (seed: number) => Promise<SeedResult>,
  { signal, onDone }: Course,
): Promise<readonly SeedResult[]> {
  const results = new Map<number, SeedResult>()
  const waiting = [...seeds]
  const work = async (): Promise<void> => {
    for (let seed = waiting.shift(); seed !== undefined && !signal.aborted; seed = waiting.shift()) {
      results.set(seed, await play(seed))
      onDone(results.size)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, seeds.length) }, work))
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return seeds.flatMap((seed) => results.get(seed) ?? [])
}

/** A bar where a person looks, and a line at each tenth where none does. */
function progressOf({ terminal, isJson }: Session, of: number): (done: number) => void {
  const output = terminal.person?.output
  return (done) => {
    if (output !== undefined && !isJson) {
      const width = 30
      const full = Math.round((done / of) * width)
      output.write(`\r${'█'.repeat(full)}${'░'.repeat(width - full)} ${done}/${of}${done === of ? '\n' : ''}`)
    } else if (Math.floor((done * 10) / of) > Math.floor(((done - 1) * 10) / of)) terminal.note(`${done} of ${of} runs`)
  }
}

const within = (text: string, least: number): number => {
  const value = Number(text)
  if (text !== '' && value >= least && value <= 1) return value
  throw new InvalidArgumentError(`give a number from ${least} to 1, such as 0.6`)
}
const readShare = (text: string): number => within(text, 0)
const readDrift = (text: string): number => within(text, -1)

function readSeed(text: string): string {
  if (/^\d{1,15}$/.test(text)) return text
  throw new InvalidArgumentError('give a whole number')
}

function readSpeed(text: string): number {
  const pace = Number(text)
  if (Number.isFinite(pace) && pace > 0) return pace
  throw new InvalidArgumentError('give a number above 0, such as 3600')
}
