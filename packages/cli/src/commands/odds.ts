import type { Odds } from '@ats/sdk'
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { choiceOption } from '../orders/order-options.js'
import type { Session } from '../session.js'
import type { Paint } from '../terminal/paint.js'
import { facts, table, type Column } from '../terminal/table.js'

const METHODS = ['DAY_BOOTSTRAP', 'BLOCK_BOOTSTRAP', 'PARAMETRIC', 'TAPE_RESAMPLE'] as const

interface OddsOptions {
  readonly plan?: string
  readonly program?: string
  readonly method?: (typeof METHODS)[number]
  readonly attempts?: number
  readonly days?: number
  readonly seed?: number
  readonly fee?: string
  readonly variantsTried?: number
  readonly tape?: string
  readonly run?: readonly string[]
}

export function addOddsCommand(program: Command, act: Act): void {
  const odds = program
    .command('odds')
    .description('the odds of passing a plan or a program with the trades of the account')
    .option('--plan <plan>', 'its id; without it and --program, the plan of the account')
    .addOption(new Option('--program <program>', 'its id: all of its phases').conflicts('plan'))
    .addOption(choiceOption('--method <method>', 'how days are drawn', METHODS))
    .option('--tape <tape>', 'TAPE_RESAMPLE: a kept tape of the days of the account, by its name')
    .option('--run <run...>', 'TAPE_RESAMPLE: runs of the laboratory in the place of the account')
    .option('--attempts <number>', 'how many are played (1000)', wholeNumber)
    .option('--days <number>', 'days that each has for a phase (60)', wholeNumber)
    .option('--seed <number>', 'with the same one plans meet the same days (1)', wholeNumber)
    .option('--fee <amount>', 'the price of an attempt')
    .option('--variants-tried <number>', 'how many ways to trade were tried before this one', wholeNumber)
  act<OddsOptions>(odds, async (session, options) => {
    const { method } = options
    const found =
      method === 'TAPE_RESAMPLE' ? await byTheCore(session, options) : await byMarks(session, method, options)
    const { paint, columns } = session.terminal
    session.show(found, () => linesOf(found, columns(), paint))
  })
}

const rulesOf = ({ plan, program }: OddsOptions) => ({
  ...(plan === undefined ? {} : { plan_id: plan }),
  ...(program === undefined ? {} : { program_id: program }),
})

async function byMarks(
  session: Session,
  method: Exclude<OddsOptions['method'], 'TAPE_RESAMPLE'>,
  options: OddsOptions,
): Promise<Odds> {
  const { attempts, days, seed, fee, variantsTried, tape, run } = options
  if (tape !== undefined || run !== undefined)
    throw new Failure('usage', '--tape and --run are for --method TAPE_RESAMPLE')
  const account = await session.account()
  return session.trading.lab.odds({
    ...{ account_id: account.id, ...rulesOf(options) },
    ...(variantsTried === undefined ? {} : { variants_tried: variantsTried }),
    ...given({ method, attempts, days, seed, fee }),
  })
}

/** Played by the laboratory; how far it is, is told. */
async function byTheCore(session: Session, options: OddsOptions): Promise<Odds> {
  const { tape, run, attempts, days, seed, fee } = options
  if ((tape === undefined) === (run === undefined)) throw new Failure('usage', 'give --tape NAME, or --run ID …')
  const record =
    run === undefined ? { account_id: (await session.account()).id, ...given({ tape }) } : { run_ids: [...run] }
  const { terminal, isJson } = session
  const output = isJson ? undefined : terminal.person?.output
  const answer = await session.trading.lab.tapeOdds(
    { ...record, ...rulesOf(options), ...given({ attempts, days, seed, fee }) },
    { onProgress: ({ attempts: of, attempts_played: played }) => void output?.write(`\r${played} of ${of} attempts `) },
  )
  output?.write('\n')
  if (answer.odds === null) throw new Failure('refused', answer.reason ?? `the odds are ${answer.status}`)
  return answer.odds
}

/** Leaves out the fields that are undefined. */
const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('it must be a whole number')
  return Number(text)
}

type Share = NonNullable<Odds['passed']>
type Change = Odds['sensitivity'][number]
type Fact = readonly [string, string]

/** `0.4712` as 47.1 %. */
const percent = (share: string | null): string => (share === null ? '-' : `${(Number(share) * 100).toFixed(1)} %`)

const shareOf = (share: Share | null): string =>
  share === null ? '-' : `${percent(share.probability)} (${percent(share.low)} to ${percent(share.high)})`

const CHANGES: readonly Column<Change>[] = [
  {
    heading: 'change',
    cell: ({ change, by }) => (change === 'RISK' ? `sizes × ${by}` : `${by} more won of a hundred`),
  },
  { heading: 'passed', cell: ({ passed }) => shareOf(passed) },
  { heading: 'expected value', cell: ({ expected_value: value }) => value ?? '-', align: 'right' },
]

function linesOf(odds: Odds, columns: number | undefined, paint: Paint): readonly string[] {
  return [
    ...facts([...outcomeFacts(odds), ...recordFacts(odds.record)], paint),
    '',
    ...table(odds.sensitivity, CHANGES, { columns, paint }),
    '',
    ...odds.assumptions.map((sentence) => `- ${sentence}`),
  ]
}

/** Tells who passes, what ends the others, and what is paid. */
export const outcomeFacts = ({ passed, phases, payouts }: Pick<Odds, 'passed' | 'phases' | 'payouts'>) => [
  ['passed', shareOf(passed)] as const,
  ...phases.flatMap(phaseFacts),
  ...payoutFacts(payouts),
]

function phaseFacts({ phase, plan_id: planId, passed, ends, ...of }: Odds['phases'][number]): readonly Fact[] {
  return [
    [phase ?? planId, `${passed === null ? '' : `${shareOf(passed)} `}of ${of.attempts} attempts`],
    ...(of.days_p50 === null
      ? []
      : [['  days', `${of.days_p50} in half of the cases, ${of.days_p90} in nine of ten`] as const]),
    ...ends.map(({ rule, attempts }) => [`  ${rule}`, String(attempts)] as const),
  ]
}

const payoutFacts = (payouts: Odds['payouts']): readonly Fact[] =>
  payouts === null
    ? []
    : [
        ['paid', shareOf(payouts.paid)],
        ['mean paid', `${payouts.mean_paid} (${payouts.mean_paid_low} to ${payouts.mean_paid_high})`],
        ['expected value', payouts.expected_value],
      ]

const recordFacts = (record: Odds['record']): readonly Fact[] =>
  record === null
    ? []
    : [
        ['days of record', `${record.days}, Sharpe ratio of a day ${record.sharpe ?? '-'}`],
        ['deflated Sharpe ratio', `${percent(record.deflated_sharpe)}, of ${record.variants_tried} tried`],
        ['days needed', record.least_days === null ? 'no number is enough' : String(record.least_days)],
      ]
