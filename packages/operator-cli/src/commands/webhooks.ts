import type { Command } from 'commander'
import type { Row } from '../api.js'
import { LIST_OPTIONS, openSession, showList, type Host, type ListOptions } from '../session.js'
import { facts, table } from '../table.js'

const pathOf = (id: string): string => `/webhook-endpoints/${encodeURIComponent(id)}`

export function addWebhookCommands(program: Command, host: Host): void {
  const webhook = program
    .command('webhook')
    .description("where the events of all accounts are sent: the firm's own receivers")
  webhook
    .command('add')
    .argument('<url>')
    .option('--description <text>', 'what it is for')
    .description('add an endpoint; its secret is shown this once')
    .action(async (url: string, { description }: { description?: string }, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('POST', '/webhook-endpoints', { body: { url, description } })
      show(body, () => facts(body))
    })
  webhook
    .command('list')
    .description('the endpoints, oldest first')
    .action(async (_options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call<readonly Row[]>('GET', '/webhook-endpoints')
      show(body, () => table(body, ['id', 'url', 'description', 'created_by', 'created_at']))
    })
  webhook
    .command('remove')
    .argument('<endpoint-id>')
    .description('send nothing more there')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('DELETE', pathOf(id))
      show(body, () => facts(body))
    })
  webhook
    .command('test')
    .argument('<endpoint-id>')
    .description('send an event of type webhook.test there')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('POST', `${pathOf(id)}/test`)
      show(body, () => facts(body))
    })
  const deliveries = webhook
    .command('deliveries')
    .description('what was sent, newest first')
    .option('--endpoint <id>', 'to this endpoint')
    .option('--status <status>', 'PENDING, DELIVERED, DEAD or DISABLED')
  for (const option of LIST_OPTIONS) deliveries.addOption(option)
  type Filter = ListOptions & { endpoint?: string; status?: string }
  deliveries.action(async ({ endpoint, ...rest }: Filter, command: Command) => {
    const session = openSession(command, host)
    const query = { ...rest, endpoint_id: endpoint }
    const answer = await session.call<readonly Row[]>('GET', '/webhook-deliveries', { query })
    showList(session, host, answer, [
      'created_at',
      'id',
      'event_type',
      'account_id',
      'status',
      ['attempts', attemptsOf],
      'url',
    ])
  })
  webhook
    .command('redeliver')
    .argument('<delivery-id>')
    .description('attempt a delivery again')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('POST', `/webhook-deliveries/${encodeURIComponent(id)}/redeliver`)
      show(body, () => facts(body))
    })
}

const attemptsOf = ({ attempts }: Row): unknown => (attempts as readonly unknown[]).length
