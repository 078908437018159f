import type { Command } from 'commander'
import type { Row } from '../api.js'
import { LIST_OPTIONS, openSession, showList, type Host, type ListOptions } from '../session.js'
import { facts } from '../table.js'

interface Filter extends ListOptions {
  readonly user?: string
  readonly account?: string
}

const certified = (name: string) => (row: Row) => (row['certificate'] as Row)[name]

const COLUMNS = [
  'issued_at',
  'user_id',
  ['account_id', certified('account_id')],
  ['display_name', certified('display_name')],
  ['profit', certified('profit')],
  ['passed_at', certified('passed_at')],
  ['code', certified('code')],
  'revoked_at',
] as const

export function addCertificateCommands(program: Command, host: Host): void {
  const certificates = program.command('certificates').description('what accounts that have passed show to anybody')
  const list = certificates
    .command('list')
    .description('certificates, those signed last first')
    .option('--user <id>', 'of this user')
    .option('--account <id>', 'of this account')
  for (const option of LIST_OPTIONS) list.addOption(option)
  list.action(async ({ user, account, ...window }: Filter, command: Command) => {
    const session = openSession(command, host)
    const query = { ...window, user_id: user, account_id: account }
    showList(session, host, await session.call<readonly Row[]>('GET', '/certificates', { query }), COLUMNS)
  })
  certificates
    .command('issue')
    .argument('<account-id>', 'an account that has passed')
    .description('issue its certificate, without a name; where there is one, that stays')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('POST', `/accounts/${encodeURIComponent(id)}/certificate`)
      show(body, () => facts(body['certificate'] as Row))
    })
  certificates
    .command('revoke')
    .argument('<code>', 'as list shows it')
    .requiredOption('--reason <text>', 'shown to its owner; everybody else is told that it was revoked')
    .description('take one back, for good')
    .action(async (code: string, { reason }: { reason: string }, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('POST', `/certificates/${encodeURIComponent(code)}/revoke`, { body: { reason } })
      const { certificate, revoked_at, revoked_reason } = body
      show(body, () => facts({ ...(certificate as Row), revoked_at, revoked_reason }))
    })
}
