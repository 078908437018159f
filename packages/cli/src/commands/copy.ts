import type { CopyEvent, CopyLink } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import { moment } from '../orders/order-words.js'
import type { Session } from '../session.js'
import { shortId } from '../short-id.js'
import { grouped } from '../terminal/decimal-text.js'
import type { Column } from '../terminal/table.js'

const LINKS: readonly Column<CopyLink>[] = [
  { heading: 'id', cell: ({ id }) => id },
  { heading: 'leader', cell: ({ leader_account_id: leader }) => shortId(leader), rank: 1 },
  { heading: 'follower', cell: ({ follower_account_id: follower }) => shortId(follower), rank: 1 },
  { heading: 'status', cell: statusOf },
  { heading: 'sizing', cell: sizingOf, rank: 2 },
  { heading: 'since', cell: ({ created_at: at }) => moment(at), rank: 3 },
]

const EVENTS: readonly Column<CopyEvent>[] = [
  { heading: 'time', cell: ({ created_at: at }) => moment(at) },
  { heading: 'copy', cell: ({ action, side, symbol }) => `${action} ${side} ${symbol}` },
  { heading: 'quantity', cell: ({ quantity }) => (quantity === null ? '–' : grouped(quantity)), align: 'right' },
  { heading: 'order', cell: ({ order_id: id }) => (id === null ? '' : shortId(id)), rank: 1 },
  { heading: 'skipped', cell: ({ reason, rules }) => [reason ?? '', ...rules].join(' '), rank: 2 },
]

function statusOf({ status, reason }: CopyLink): string {
  return reason === null ? status : `${status} (${reason})`
}

function sizingOf({ sizing: { mode, value } }: CopyLink): string {
  return `${mode} ${grouped(value)}`
}

interface CreateOptions {
  readonly leader?: string
  readonly follower: string
  readonly mode: CopyLink['sizing']['mode']
  readonly value: string
  readonly maxQuantity?: string
  readonly symbols?: string
  readonly maxSlippagePct?: string
  readonly maxDelayMs?: string
  readonly pauseOnRefusal?: true
}

export function addCopyCommands(program: Command, act: Act): void {
  const copy = program.command('copy').description('links by which an account copies what another one fills')
  act(copy.command('list').description('invitations and ended ones too, the newest first'), async (session) => {
    session.showTable(await session.trading.copyLinks.list().take(500), LINKS)
  })
  addCreate(copy, act)
  const events = copy.command('events').description('what became of each copy').argument('<link>', 'its id')
  act(events, async ({ trading, showTable }, _options, [id = '']) => {
    showTable(await trading.copyLinks.events(id).take(100), EVENTS)
  })
  const change = (name: string, description: string, status: 'ACTIVE' | 'PAUSED'): void =>
    act(
      copy.command(name).description(description).argument('<link>', 'its id'),
      async (session, _options, [id = '']) => showLink(session, await session.trading.copyLinks.change(id, { status })),
    )
  change('accept', 'accept an invitation', 'ACTIVE')
  change('pause', 'copy exits, and no entries', 'PAUSED')
  change('resume', 'copy entries again', 'ACTIVE')
  const show = copy.command('show').description('a link, and where it has drifted').argument('<link>', 'its id')
  act(show, async (session, _options, [id = '']) => showLink(session, await session.trading.copyLinks.get(id)))
  const sync = copy.command('sync').description('order what the follower lacks').argument('<link>', 'its id')
  act(sync, async (session, _options, [id = '']) => showLink(session, await session.trading.copyLinks.sync(id)))
  const end = copy.command('end').description('end a link, or decline an invitation').argument('<link>', 'its id')
  act(end, async (session, _options, [id = '']) => showLink(session, await session.trading.copyLinks.end(id)))
}

function addCreate(copy: Command, act: Act): void {
  const create = copy
    .command('create')
    .description('link two accounts; the owner of a follower that is not yours is invited')
    .option('--leader <account>', 'an account of yours; without it that of --account')
    .requiredOption('--follower <account>', 'an account of yours, or of somebody else')
    .requiredOption('--mode <mode>', 'FIXED, MULTIPLIER, EQUITY_RATIO or RISK_PCT')
    .requiredOption('--value <value>', 'of the mode')
    .option('--max-quantity <quantity>', 'the most for an order of the leader')
    .option('--symbols <symbols>', 'separated by commas; without it all')
    .option('--max-slippage-pct <pct>', 'how much worse than the leader an entry may fill')
    .option('--max-delay-ms <ms>', 'how late an entry may be')
    .option('--pause-on-refusal', 'pause the link when an entry is refused')
  act<CreateOptions>(create, async (session, options) => {
    const { leader = (await session.account()).id, follower, mode, value, maxQuantity, symbols } = options
    const link = await session.trading.copyLinks.create({
      ...{ leader_account_id: leader, follower_account_id: follower },
      sizing: { mode, value, rounding: 'DOWN', ...(maxQuantity !== undefined && { max_quantity: maxQuantity }) },
      ...(symbols !== undefined && { symbols: symbols.split(',') }),
      ...(options.maxSlippagePct !== undefined && { max_slippage_pct: options.maxSlippagePct }),
      ...(options.maxDelayMs !== undefined && { max_delay_ms: Number(options.maxDelayMs) }),
      ...(options.pauseOnRefusal === true && { on_refusal: 'PAUSE' }),
    })
    showLink(session, link)
  })
}

function showLink(session: Session, link: CopyLink): void {
  session.showFacts(link, [
    ['link', link.id],
    ['leader', link.leader_account_id],
    ['follower', link.follower_account_id],
    ['status', statusOf(link)],
    ['sizing', sizingOf(link)],
    ...(link.drift ?? []).map(({ symbol, target, actual }): [string, string] => [
      'drift',
      `${symbol}: ${grouped(actual)} instead of ${grouped(target)}`,
    ]),
  ])
}
