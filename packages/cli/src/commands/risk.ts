import { toMultiple, type Risk } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import type { RuleUse } from '../bodies.js'
import { gauge } from '../terminal/gauge.js'
import { inUnit, money } from '../terminal/decimal-text.js'
import type { Paint } from '../terminal/paint.js'
import { facts, table, type Cell, type Column } from '../terminal/table.js'
import { stateCell } from './accounts.js'
import { outcomeFacts } from './odds.js'

export function addRiskCommand(program: Command, act: Act): void {
  const risk = program
    .command('risk')
    .description('how far the account is from each limit of its plan')
    .option('--odds', 'and the odds that it passes from here, if it goes on as it has traded')
  act<{ readonly odds?: true }>(risk, async (session, { odds }) => {
    const found = await (await session.account()).risk({ odds })
    const { paint, columns } = session.terminal
    session.show(found, () => [
      ...riskFacts(found, paint),
      ...facts(oddsFacts(found), paint),
      '',
      ...ruleLines(found.rules, columns(), paint),
      ...freezeLines(found, paint),
      ...deadlineLines(found, paint),
    ])
  })
}

function riskFacts(risk: Risk, paint: Paint): readonly string[] {
  const entries: (readonly [string, Cell])[] = [
    ['state', stateCell(risk.state)],
    ...(risk.state_reason === null ? [] : [['reason', risk.state_reason] as const]),
    ...(risk.locked_until === null ? [] : [['locked until', risk.locked_until] as const]),
    ['equity', `${money(risk.equity)}${risk.stale ? ' (stale)' : ''}`],
    ['floor', `${money(risk.floor.equity)} (${risk.floor.rule}): ${money(risk.floor.headroom)} of room`],
    ['next reset', risk.next_reset_at],
  ]
  return facts([...entries, ...objectiveFacts(risk.objective)], paint)
}

/** The odds from here, where they were asked for. */
function oddsFacts({ odds, odds_reason: reason }: Risk): readonly (readonly [string, Cell])[] {
  if (odds === undefined) return []
  if (odds === null) return [['odds', `none: ${reason ?? ''}`]]
  const { sampled_days: days, sampled_trades: trades } = odds
  return [['odds from', `${trades} trades of ${days} days, as of ${odds.as_of}`], ...outcomeFacts(odds)]
}

/** Each part of the objective in a sentence; of plans that have no more, the profit and the days. */
export function objectiveFacts(objective: Risk['objective']): readonly (readonly [string, Cell])[] {
  if (objective === null) return []
  const { profit, profit_target, trading_days, min_trading_days, objectives } = objective
  if (objectives === undefined) {
    const days = `day ${trading_days} of ${min_trading_days}`
    return [['objective', `profit ${money(profit)} of ${money(profit_target)}, ${days}`]]
  }
  return objectives.map(({ objective: name, met, sentence }) => {
    const cell: Cell = { text: `${met ? 'met' : 'not yet'}: ${sentence}`, style: met ? 'green' : 'yellow' }
    return [`objective: ${name}`, cell]
  })
}

/** A gauge a rule: full is the limit. */
export function ruleLines(rules: readonly RuleUse[], columns: number | undefined, paint: Paint): readonly string[] {
  return table(rules, RULE_USE_COLUMNS, { columns, paint })
}

export const RULE_USE_COLUMNS: readonly Column<RuleUse>[] = [
  { heading: 'rule', cell: ({ rule, symbol }) => (symbol === null ? rule : `${rule} ${symbol}`) },
  {
    heading: 'used',
    cell: ({ headroom_pct }) => gauge(headroom_pct, 20),
    short: ({ headroom_pct }) => gauge(headroom_pct, 10),
  },
  {
    heading: 'left',
    cell: ({ headroom_pct }) => (headroom_pct === null ? '-' : `${toMultiple(headroom_pct, '0.1', 'down')} %`),
    align: 'right',
  },
  { heading: 'headroom', cell: ({ headroom, unit }) => inUnit(headroom, unit), align: 'right' },
  { heading: 'value', cell: ({ value, unit }) => inUnit(value, unit), align: 'right', rank: 1 },
  { heading: 'limit', cell: ({ limit, unit }) => inUnit(limit, unit), align: 'right', rank: 2 },
  { heading: 'unit', cell: ({ unit }) => unit, rank: 3 },
]

const deadlineLines = ({ deadlines = [] }: Risk, paint: Paint): readonly string[] =>
  deadlines.flatMap(({ symbol, flat_by_at: flatAt, grace_ends_at: graceAt, profit_counts_from: countsFrom }) => [
    ...(graceAt === null ? [] : [paint('red', `${symbol}: needs a stop for all of it until ${graceAt}`)]),
    ...(flatAt === null ? [] : [paint('yellow', `${symbol}: closed at ${flatAt} at the latest`)]),
    ...(typeof countsFrom === 'string' ? [`${symbol}: all of its profit counts from ${countsFrom} on`] : []),
  ])

const freezeLines = ({ news_freezes, news_windows = [] }: Risk, paint: Paint): readonly string[] => [
  ...news_freezes.map(({ symbol, in_force, starts_at, ends_at, event }) =>
    paint(
      in_force ? 'red' : 'yellow',
      `${symbol}: ${in_force ? 'frozen' : 'freeze ahead'} ${starts_at} to ${ends_at} (${event.title})`,
    ),
  ),
  ...news_windows.map(({ symbol, in_force, starts_at, ends_at, event }) =>
    paint(
      in_force ? 'red' : 'yellow',
      `${symbol}: profit does not count in full ${starts_at} to ${ends_at} (${event.title})`,
    ),
  ),
]
