import type { Account, AccountEvent, Delivery } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import { eventLine } from '../events/event-line.js'
import { Failure } from '../failure.js'
import { DEFAULT_ROWS, withListOptions, type ListOptions } from '../list-options.js'
import { choiceOption } from '../orders/order-options.js'
import { moment } from '../orders/order-words.js'
import { readCount, readSequence } from '../read-words.js'
import type { Session } from '../session.js'
import { completeId, isWholeId, shortId } from '../short-id.js'
import type { Cell, Column } from '../terminal/table.js'

const STATUSES = ['PENDING', 'DELIVERED', 'DEAD', 'DISABLED'] as const
type Status = (typeof STATUSES)[number]

const EVENT_TYPES = [
  'order.ack',
  'order.fill',
  'order.cancel',
  'exit.lost',
  'position.close',
  'account.breach',
  'account.passed',
  'challenge.promoted',
  'challenge.funded',
  'challenge.failed',
  'account.inactivity_warning',
  'account.strike',
  'account.closed',
  'account.breach_reversed',
  'certificate.issued',
  'certificate.revoked',
  'account.halted',
  'account.scaled',
  'account.profit_adjusted',
  'account.written_off',
  'copy.skipped',
  'dead_man_switch.ran_out',
  'payout.requested',
  'payout.proposed',
  'payout.paid',
  'payout.rejected',
  'payout.cancelled',
  'webhook.test',
] as const satisfies readonly Delivery['event_type'][]

/** Chooses deliveries, to list them or to send them again. */
interface Filter {
  readonly status?: Status
  readonly key?: string
  readonly event?: Delivery['event_type']
}

const withFilter = (command: Command): Command =>
  command
    .addOption(choiceOption('--status <status>', 'only those', STATUSES))
    .addOption(choiceOption('--event <type>', 'only those of such events', EVENT_TYPES))
    .option('--key <id>', 'only those to the webhook of this key')

const fieldsOf = ({ status, key, event }: Filter) => ({
  ...(status !== undefined && { status }),
  ...(key !== undefined && { key_id: key }),
  ...(event !== undefined && { event_type: event }),
})

const statusCell = (status: string): Cell => {
  if (status === 'DELIVERED') return { text: status, style: 'green' }
  return { text: status, style: status === 'PENDING' ? 'yellow' : 'red' }
}

const latestAttempt = ({ attempts }: Delivery): string => {
  const latest = attempts.at(-1)
  if (latest === undefined) return 'none yet'
  return latest.error ?? (latest.status === null ? '-' : `${latest.status} in ${latest.duration_ms} ms`)
}

const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id) },
  { heading: 'created', cell: ({ created_at }) => moment(created_at) },
  { heading: 'event', cell: ({ event_type }) => event_type },
  { heading: 'sequence', cell: ({ sequence }) => String(sequence), align: 'right', rank: 2 },
  { heading: 'status', cell: ({ status }) => statusCell(status) },
  { heading: 'attempts', cell: ({ attempts }) => String(attempts.at(-1)?.number ?? 0), align: 'right', rank: 1 },
  { heading: 'latest', cell: latestAttempt, rank: 3 },
  { heading: 'url', cell: ({ url }) => url, rank: 4 },
]

export function addEventCommands(program: Command, act: Act): void {
  const events = program.command('events').description('events of the account, and their deliveries to webhooks')
  addList(events, act)
  const deliveries = events.command('deliveries').description('deliveries to the webhooks of your keys, newest first')
  act<ListOptions & Filter>(
    withListOptions(withFilter(deliveries)),
    async (session, { limit = DEFAULT_ROWS, from, to, ...filter }) => {
      const pageSize = Math.min(limit, PAGE)
      const found = await session.trading.webhooks.deliveries({ from, to, ...fieldsOf(filter), pageSize }).take(limit)
      session.showTable(found, DELIVERY_COLUMNS)
    },
  )
  addResend(events, act)
}

interface EventListOptions {
  readonly after?: number
  readonly limit?: number
  readonly type?: string
}

function addList(events: Command, act: Act): void {
  const list = events
    .command('list')
    .description('events of the account, oldest first; with --json one a line')
    .option('--after <sequence>', 'only later ones', readSequence)
    .option('--limit <n>', 'events at most (default: the latest 100)', readCount)
    .option('--type <type>', 'only those, such as order.fill')
  act<EventListOptions>(list, async (session, { after, limit, type }) => {
    const { terminal, isJson } = session
    const found = (await readEvents(await session.account(), after, limit)).filter(
      (event) => type === undefined || event.type === type,
    )
    for (const event of found) terminal.out(isJson ? JSON.stringify(event) : eventLine(event, terminal.paint))
    if (found.length === 0 && !isJson) terminal.out('none')
  })
}

const PAGE = 500

/** Reads those after a sequence, or the latest ones. */
async function readEvents(
  account: Account,
  after: number | undefined,
  limit = DEFAULT_ROWS,
): Promise<readonly AccountEvent[]> {
  const start = after ?? Math.max(0, (await account.latestSequence()) - limit)
  return account.events({ after: start, pageSize: Math.min(limit, PAGE) }).take(limit)
}

interface ResendOptions extends Filter {
  readonly from?: string
  readonly to?: string
}

function addResend(events: Command, act: Act): void {
  const resend = events
    .command('resend')
    .description('have a delivery attempted again, or all of a span of time')
    .argument('[delivery-id]', 'or the end of it, among the latest 500')
    .option('--from <time>', 'of those made since then')
    .option('--to <time>', 'until then (default: now)')
    .option('-y, --yes', 'without asking')
  act<ResendOptions>(withFilter(resend), async (session, { from, to, ...filter }, [id]) => {
    if ((id === undefined) === (from === undefined))
      throw new Failure('usage', 'give the id of a delivery, or a span of time with --from')
    if (id !== undefined) return resendOne(session, id)
    await session.requireYes(`Send again all deliveries since ${from ?? ''}?`)
    const sum = await resendSpan(session, {
      from: from ?? '',
      to: to ?? new Date().toISOString(),
      ...fieldsOf(filter),
    })
    session.show({ redelivered: sum }, () => [`${sum} deliveries are attempted again`])
  })
}

async function resendOne(session: Session, named: string): Promise<void> {
  const { trading, show, terminal } = session
  const id = isWholeId(named) ? named : completeId('delivery', named, await latestIds(session))
  const delivery = await trading.webhooks.redeliver(id)
  show(delivery, () => [`${delivery.event_type} is attempted again at ${delivery.url}`])
  terminal.note(`what comes of it: ats events deliveries`)
}

const latestIds = async ({ trading }: Session): Promise<readonly string[]> =>
  (await trading.webhooks.deliveries().take(PAGE)).map(({ id }) => id)

type TimeSpan = { readonly from: string; readonly to: string } & ReturnType<typeof fieldsOf>

/** Goes on where the service stops, at a thousand each time. */
async function resendSpan({ trading }: Session, { from: first, ...rest }: TimeSpan): Promise<number> {
  let sum = 0
  let from: string | null = first
  while (from !== null) {
    const answer: { readonly redelivered: number; readonly next_from: string | null } =
      await trading.webhooks.redeliverAll({ ...rest, from })
    sum += answer.redelivered
    from = answer.next_from
  }
  return sum
}
