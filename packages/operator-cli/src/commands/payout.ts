import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Row } from '../api.js'
import { LIST_OPTIONS, openSession, showList, type ListOptions, type Host } from '../session.js'
import { facts } from '../table.js'

interface PayoutListOptions extends ListOptions {
  readonly user?: string
  readonly account?: string
  readonly status?: string
}

const REJECTION_CODES = ['rules', 'identity', 'insufficient_profit', 'other']

const DECIMALS = { decimals: 'string' }

function versionOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a number from 1 on.')
  return Number(text)
}

export function addPayoutCommands(program: Command, host: Host): void {
  const payout = program.command('payout').description('what traders ask to be paid out')
  const list = payout
    .command('list')
    .description('payouts, newest first')
    .option('--user <id>', 'of this user')
    .option('--account <id>', 'of this account')
    .option('--status <status>', 'REQUESTED, PROPOSED, PAID, REJECTED or CANCELLED')
  for (const option of LIST_OPTIONS) list.addOption(option)
  list.action(async ({ user, account, status, ...window }: PayoutListOptions, command: Command) => {
    const session = openSession(command, host)
    const query = { ...window, user_id: user, account_id: account, status, ...DECIMALS }
    const answer = await session.call<readonly Row[]>('GET', '/payouts', { query })
    const columns = [
      'id',
      'requested_at',
      'user_id',
      'account_id',
      'amount',
      'trader_amount',
      'status',
      'code',
      'version',
      'proposed_by',
    ]
    showList(session, host, answer, [...columns, 'decided_by'])
  })
  const about = (name: string, summary: string): Command =>
    payout.command(name).argument('<payout-id>').description(summary)
  const change = async (command: Command, id: string, verb: string, body: object): Promise<void> => {
    const { call, show } = openSession(command, host)
    const answer = await call('POST', `/payouts/${encodeURIComponent(id)}/${verb}`, { query: DECIMALS, body })
    show(answer.body, () => facts(answer.body))
  }
  about('propose', 'say how it is split, for another operator to approve')
    .option('--share <percent>', "the trader's share of the amount, such as 80; left out where the plan says it")
    .action((id: string, { share }: { share?: string }, command: Command) =>
      change(command, id, 'propose', share === undefined ? {} : { trader_share_pct: share }),
    )
  about('approve', 'approve what another operator has proposed: the account is debited, once')
    .requiredOption('--version <number>', 'of the payout, as list shows it: refused after another proposal', versionOf)
    .action((id: string, { version }: { version: number }, command: Command) =>
      change(command, id, 'approve', { version }),
    )
  about('reject', 'turn it down')
    .requiredOption('--reason <text>', 'shown to the trader')
    .addOption(new Option('--code <code>', 'the same in a word; other without it').choices(REJECTION_CODES))
    .action((id: string, options: { reason: string; code?: string }, command: Command) =>
      change(command, id, 'reject', options),
    )
}
