import type { Command } from 'commander'
import type { Row } from '../api.js'
import { LIST_OPTIONS, openSession, showList, type ListOptions, type Host } from '../session.js'
import { facts } from '../table.js'

const COLUMNS = [
  'id',
  'user_id',
  ['plan', ({ plan_id, plan_version }: Row) => `${String(plan_id)} v${String(plan_version)}`],
  'challenge_id',
  'referral',
  'account_id',
  'created_at',
] as const

export function addGrantCommands(program: Command, host: Host): void {
  const grant = program.command('grant').description('rights to open an account, where ACCOUNT_CREATION=entitled')
  grant
    .command('add')
    .argument('<user-id>')
    .argument('<plan-id>')
    .option('--challenge <id>', 'the challenge_id the account has to be opened with')
    .option('--referral <code>', 'who brought the buyer: in the events of the account')
    .description('let a user open one account on a plan, as it is now; asked again, it is the same grant')
    .action(
      async (
        user: string,
        plan: string,
        { challenge, referral }: { challenge?: string; referral?: string },
        command: Command,
      ) => {
        const { call, show } = openSession(command, host)
        const { body } = await call('POST', '/grants', {
          body: { user_id: user, plan_id: plan, challenge_id: challenge, referral },
        })
        show(body, () => facts(body))
      },
    )
  const list = grant
    .command('list')
    .description('grants, used and unused, newest first')
    .option('--used', 'only those with which an account was opened')
    .option('--no-used', 'only those that are left')
    .option('--user <id>', 'of this user')
    .option('--plan <id>', 'of this plan')
  for (const option of LIST_OPTIONS) list.addOption(option)
  type Filter = ListOptions & { user?: string; plan?: string; used?: boolean }
  list.action(async ({ user, plan, used, ...window }: Filter, command: Command) => {
    const session = openSession(command, host)
    const query = { ...window, user_id: user, plan_id: plan, used: used === undefined ? undefined : String(used) }
    showList(session, host, await session.call<readonly Row[]>('GET', '/grants', { query }), COLUMNS)
  })
  grant
    .command('remove')
    .argument('<grant-id>')
    .description('revoke an unused grant')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('DELETE', `/grants/${encodeURIComponent(id)}`)
      show(body, () => facts(body))
    })
}
