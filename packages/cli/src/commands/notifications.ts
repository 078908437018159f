import type { Delivery, NewNotificationRule, NotificationRule } from '@ats/sdk'
import { InvalidArgumentError, type Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { DEFAULT_ROWS, withListOptions, type ListOptions } from '../list-options.js'
import { moment } from '../orders/order-words.js'
import { asIs, readList, readOneOf } from '../read-words.js'
import type { Session } from '../session.js'
import { completeId, isWholeId, shortId } from '../short-id.js'
import type { Cell, Column } from '../terminal/table.js'

const CHANNELS = ['EMAIL', 'TELEGRAM', 'DISCORD', 'SLACK', 'WEBHOOK'] as const
const SEVERITIES = ['INFO', 'WARNING', 'CRITICAL'] as const
const TOPICS = [
  ...(['BREACH', 'WARNING', 'LIQUIDATION', 'PROMOTION', 'PAYOUT', 'HALT', 'DEAD_MAN_SWITCH'] as const),
  ...(['ORDER', 'FILL', 'POSITION', 'COPY'] as const),
] as const

function stateCell({ provenAt, stoppedAt, pausedAt }: NotificationRule): Cell {
  if (provenAt !== null) return pausedAt === null ? { text: 'sends', style: 'green' } : 'paused'
  return stoppedAt === null ? { text: 'waits for its code', style: 'yellow' } : 'stopped by its receiver'
}

const quietText = ({ quietHours }: NotificationRule): string =>
  quietHours === null ? '-' : `${quietHours.from}-${quietHours.to} ${quietHours.timeZone}`

const RULES: readonly Column<NotificationRule>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id) },
  { heading: 'channel', cell: ({ channel }) => channel },
  { heading: 'target', cell: ({ target }) => target, short: ({ target }) => `${target.slice(0, 32)}…` },
  { heading: 'state', cell: stateCell },
  { heading: 'tells of', cell: ({ events }) => events.join(','), rank: 3 },
  { heading: 'at least', cell: ({ minSeverity }) => minSeverity, rank: 2 },
  { heading: 'accounts', cell: ({ accounts }) => accounts.map(shortId).join(',') || 'all', rank: 4 },
  { heading: 'quiet', cell: quietText, rank: 1 },
]

const deliveryState = ({ status }: Delivery): Cell => {
  if (status === 'DELIVERED') return { text: status, style: 'green' }
  return status === 'PENDING' ? status : { text: status, style: 'red' }
}

const answerOf = ({ attempts }: Delivery): string => {
  const latest = attempts.at(-1)
  return latest === undefined ? '-' : (latest.error ?? `${String(latest.status)} ${latest.answer ?? ''}`)
}

const MESSAGES: readonly Column<Delivery>[] = [
  { heading: 'made', cell: ({ created_at: at }) => moment(at) },
  { heading: 'of', cell: ({ event_type: type }) => type },
  { heading: 'state', cell: deliveryState },
  { heading: 'tries', cell: ({ attempts }) => String(attempts.at(-1)?.number ?? 0), align: 'right', rank: 2 },
  { heading: 'answer', cell: answerOf, rank: 1 },
]

interface Terms {
  readonly events?: readonly (typeof TOPICS)[number][]
  readonly only?: readonly string[]
  readonly allAccounts?: true
  readonly minSeverity?: (typeof SEVERITIES)[number]
  readonly quiet?: { readonly from: string; readonly to: string }
  readonly zone?: string
  readonly anyTime?: true
}

export function addNotificationCommands(program: Command, act: Act): void {
  const notifications = program
    .command('notifications')
    .description('messages about your accounts by mail, Telegram, Discord, Slack or a webhook')
    .addHelpText('after', '\nRules are kept at the wallet, which knows you by ats login --user, or ATS_USER.')
  act(notifications.command('list').description('your rules, newest first'), async (session) => {
    session.showTable(await session.wallet().notificationRules(), RULES)
  })
  addCreate(notifications, act)
  addProve(notifications, act)
  addSend(notifications, act)
  addChange(notifications, act)
  addPause(notifications, act)
  addDelete(notifications, act)
  addMessages(notifications, act)
}

const withTerms = (command: Command): Command =>
  command
    .option('--events <topics>', `only these: ${TOPICS.join(', ')}`, readList(readOneOf(TOPICS)))
    .option('--only <accounts>', 'only of these accounts, separated by commas', readList(asIs))
    .option('--min-severity <severity>', SEVERITIES.join(', '), readOneOf(SEVERITIES))
    .option('--quiet <span>', 'only what is CRITICAL between these times, such as 22:00-07:00', readSpan)
    .option('--zone <zone>', 'of --quiet, such as Europe/Berlin (default: that of this machine)')

function readSpan(text: string): Required<Terms>['quiet'] {
  const [, from, to] = /^([0-2]\d:[0-5]\d)-([0-2]\d:[0-5]\d)$/.exec(text) ?? []
  if (from !== undefined && to !== undefined) return { from, to }
  throw new InvalidArgumentError('give two times, such as 22:00-07:00')
}

function termsOf({ events, only, minSeverity, quiet, zone }: Terms): Omit<NewNotificationRule, 'channel' | 'target'> {
  const timeZone = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    ...(events !== undefined && { events: [...events] }),
    ...(only !== undefined && { accounts: [...only] }),
    ...(minSeverity !== undefined && { minSeverity }),
    ...(quiet !== undefined && { quietHours: { ...quiet, timeZone } }),
  }
}

function addCreate(notifications: Command, act: Act): void {
  const create = withTerms(
    notifications
      .command('create')
      .description('make a rule and have a code sent to its target')
      .argument('<channel>', CHANNELS.join(', '))
      .argument('<target>', 'an address, the number of a chat, or the URL of a webhook'),
  )
  act<Terms>(create, async (session, terms, [channel = '', target = '']) => {
    const body = { channel: channelOf(channel), target, ...termsOf(terms) }
    const rule = await session.wallet().createNotificationRule(body)
    showRule(session, rule)
    await session.trading.notifications.send(rule.id)
    session.terminal.note(`a code is on its way: ats notifications prove ${shortId(rule.id)} CODE`)
  })
}

function channelOf(text: string): (typeof CHANNELS)[number] {
  const channel = CHANNELS.find((one) => one === text.toUpperCase())
  if (channel === undefined) throw new Failure('usage', `the channel is one of ${CHANNELS.join(', ')}`)
  return channel
}

const OF_RULE = 'of the rule, the end of it, or its target'

function addProve(notifications: Command, act: Act): void {
  const prove = notifications
    .command('prove')
    .description('enter the code that the target got: from then on the rule sends')
    .argument('<id>', OF_RULE)
    .argument('<code>', 'six digits')
  act(prove, async (session, _options, [named = '', code = '']) => {
    const { id } = await findRule(session, named)
    showRule(session, await session.wallet().proveNotificationRule(id, code))
  })
}

function addSend(notifications: Command, act: Act): void {
  const send = notifications
    .command('test')
    .description('send a test; a code, while the target is not proven')
    .argument('<id>', OF_RULE)
  act(send, async (session, _options, [named = '']) => {
    const { id } = await findRule(session, named)
    const sent = await session.trading.notifications.send(id)
    session.showFacts(sent, [
      ['sent', sent.event_type],
      ['to', sent.url],
      ['state', deliveryState(sent)],
    ])
  })
}

function addChange(notifications: Command, act: Act): void {
  const change = withTerms(
    notifications
      .command('change')
      .description('what a rule tells of, and when; what is not named stays')
      .argument('<id>', OF_RULE),
  )
    .option('--all-accounts', 'of all accounts')
    .option('--any-time', 'no quiet hours')
  act<Terms>(change, async (session, terms, [named = '']) => {
    const body = {
      ...termsOf(terms),
      ...(terms.allAccounts === true && { accounts: [] }),
      ...(terms.anyTime === true && { quietHours: null }),
    }
    if (Object.keys(body).length === 0) throw new Failure('usage', 'say what is to change: ats notifications change -h')
    const { id } = await findRule(session, named)
    showRule(session, await session.wallet().updateNotificationRule(id, body))
  })
}

function addPause(notifications: Command, act: Act): void {
  const of = (name: string, words: string): Command =>
    notifications.command(name).description(words).argument('<id>', OF_RULE)
  const set = (command: Command, paused: boolean): void =>
    act(command, async (session, _options, [named = '']) => {
      const { id } = await findRule(session, named)
      showRule(session, await session.wallet().updateNotificationRule(id, { paused }))
    })
  set(of('pause', 'send nothing by a rule until it is resumed: what waits to be sent by it is dropped'), true)
  set(of('resume', 'send again by a rule that is paused: what happens from now on'), false)
}

function addDelete(notifications: Command, act: Act): void {
  const remove = notifications
    .command('delete')
    .description('delete a rule: what waits to be sent by it is not sent')
    .argument('<id>', OF_RULE)
    .option('-y, --yes', 'without asking')
  act(remove, async (session, _options, [named = '']) => {
    const rule = await findRule(session, named)
    await session.requireYes(`Delete the rule for ${rule.channel} ${rule.target}?`)
    const deleted = await session.wallet().deleteNotificationRule(rule.id)
    session.show(deleted, () => [`deleted ${deleted.id}`])
  })
}

function addMessages(notifications: Command, act: Act): void {
  const messages = withListOptions(
    notifications.command('messages').description('what was sent by a rule, and the answers').argument('<id>', OF_RULE),
  )
  act<ListOptions>(messages, async (session, { limit = DEFAULT_ROWS, ...span }, [named = '']) => {
    const id = isWholeId(named) ? named : (await findRule(session, named)).id
    session.showTable(await session.trading.notifications.messages(id, span).take(limit), MESSAGES)
  })
}

/** @throws Failure usage, when none matches or more than one */
async function findRule(session: Session, named: string): Promise<NotificationRule> {
  const all = await session.wallet().notificationRules()
  const [only, ...others] = all.filter(({ target }) => target === named)
  if (others.length > 0) throw new Failure('usage', `several rules are for ${named}: name one by its id`)
  if (only !== undefined) return only
  const id = isWholeId(named)
    ? named
    : completeId(
        'rule',
        named,
        all.map((rule) => rule.id),
      )
  const found = all.find((rule) => rule.id === id)
  if (found === undefined) throw new Failure('refused', `no rule of yours is ${named}`)
  return found
}

function showRule({ showFacts }: Session, rule: NotificationRule): void {
  showFacts(rule, [
    ['id', rule.id],
    ['channel', rule.channel],
    ['target', rule.target],
    ['state', stateCell(rule)],
    ['tells of', rule.events.join(', ')],
    ['at least', rule.minSeverity],
    ['accounts', rule.accounts.join(', ') || 'all'],
    ['quiet', quietText(rule)],
  ])
}
