import { Option, type Command } from 'commander'
import type { Row } from '../api.js'
import { LIST_OPTIONS, openSession, showList, type Host, type ListOptions } from '../session.js'
import { facts, table } from '../table.js'

interface Terms {
  readonly name: string
  readonly plan: string
  readonly from: string
  readonly to: string
  readonly cap?: string
  readonly minTrades?: string
  readonly rankBy?: string
  readonly named?: true
}

interface Board extends Row {
  readonly competition: Row
  readonly board: readonly Row[]
}

const BOARD_COLUMNS = [
  ...['rank', 'user_id', 'account_id', 'name', 'score', 'return', 'drawdown', 'trades'],
  ...['is_disqualified', 'is_open_at_end'],
] as const

const planOf = ({ plan_id: id, plan_version: version }: Row): string => `${String(id)} v${String(version)}`

/** Competitions: announced, and watched. */
export function addCompetitionCommands(program: Command, host: Host): void {
  const competitions = program.command('competitions').description('competitions over a time, on one plan')
  const list = competitions.command('list').description('competitions, the latest beginning first')
  for (const option of LIST_OPTIONS) list.addOption(option)
  list.action(async (options: ListOptions, command: Command) => {
    const session = openSession(command, host)
    const answer = await session.call<readonly Row[]>('GET', '/competitions', { query: { ...options } })
    showList(session, host, answer, ['id', 'name', ['plan', planOf], 'from', 'to', 'entries', 'entry_cap', 'rank_by'])
  })
  competitions
    .command('board')
    .argument('<id>')
    .description('who is where, with users, accounts and whole names')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call<Board>('GET', `/competitions/${encodeURIComponent(id)}`)
      show(body, () => [facts(body.competition), '', table(body.board, BOARD_COLUMNS)].join('\n'))
    })
  competitions
    .command('announce')
    .argument('<id>', 'of your own making, part of its address')
    .requiredOption('--name <name>', 'what everybody calls it')
    .requiredOption('--plan <id>', 'entries are accounts of its version of now')
    .requiredOption('--from <time>', 'the first moment')
    .requiredOption('--to <time>', 'the end, which is no part of it')
    .option('--cap <n>', 'entries, 1 to 1,000 (default 1,000)')
    .option('--min-trades <n>', 'closed positions without which there is no rank (default 0)')
    .addOption(new Option('--rank-by <how>', 'default RETURN').choices(['RETURN', 'RETURN_PER_DRAWDOWN']))
    .option('--named', 'names are shown in full, where their owners give one; else their first letter')
    .description('announce a competition; its terms stay, and it can only be closed')
    .action(async (id: string, { cap, minTrades, rankBy, named, ...terms }: Terms, command: Command) => {
      const { call, show } = openSession(command, host)
      const body = {
        ...{ id, name: terms.name, plan_id: terms.plan, from: terms.from, to: terms.to },
        ...(cap !== undefined && { entry_cap: Number(cap) }),
        ...(minTrades !== undefined && { min_trades: Number(minTrades) }),
        ...(rankBy !== undefined && { rank_by: rankBy }),
        visibility: named === true ? 'NAMED' : 'MASKED',
      }
      const answer = await call<Row>('POST', '/competitions', { body })
      show(answer.body, () => facts(answer.body))
    })
  competitions
    .command('close')
    .argument('<id>')
    .requiredOption('--reason <text>', 'shown to everybody')
    .description('end one now: nobody enters any more, ranks are those of this moment')
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('POST', `/competitions/${encodeURIComponent(id)}/close`, { body: { reason } })
      show(body, () => facts(body))
    })
}
