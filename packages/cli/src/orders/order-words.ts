import type { Decimal, Order, OrderSnapshot, Placement, Preview, Violation } from '@ats/sdk'
import type { PreviewedRule } from '../bodies.js'
import { shortId } from '../short-id.js'
import { grouped, inUnit, money, signed } from '../terminal/decimal-text.js'
import type { Paint, Style } from '../terminal/paint.js'
import { facts, type Cell, type Column } from '../terminal/table.js'

export const sideCell = (side: string): Cell => ({ text: side, style: side === 'BUY' ? 'green' : 'red' })

export const pnlCell = (value: Decimal): Cell => {
  const text = signed(value)
  return text === '0.00' ? text : { text, style: text.startsWith('-') ? 'red' : 'green' }
}

export const amount = (value: Decimal | null | undefined): string =>
  value === null || value === undefined ? '-' : grouped(value)

const STATUS_STYLES: Readonly<Record<string, Style>> = {
  FILLED: 'green',
  OPEN: 'cyan',
  PARTIALLY_FILLED: 'cyan',
  REJECTED: 'red',
}

type Standing = Pick<OrderSnapshot, 'status' | 'venue_order' | 'cancel_requested_at' | 'modify_requested_at'>

const WORKING: readonly string[] = ['PENDING', 'OPEN', 'PARTIALLY_FILLED']

/** The status; of a working order at a venue, also how far that is, and what was asked of it and has not happened. */
export const statusCell = (order: Standing): Cell => {
  const { status, venue_order: venue, cancel_requested_at: cancel, modify_requested_at: change } = order
  const asked = [venue?.state, cancel && 'cancel asked', change && 'change asked']
  const text = [status, ...(WORKING.includes(status) ? asked : [])].filter(Boolean).join(', ')
  const style = STATUS_STYLES[status]
  return style === undefined ? text : { text, style }
}

/** The price an order waits for or got: a trigger, then the limit behind it. */
export function priceOf({ kind, price, trigger_price, limit_price, average_price }: OrderSnapshot): string {
  if (trigger_price === null) return kind === 'MARKET' ? amount(average_price) : amount(price)
  return limit_price === null || limit_price === undefined
    ? amount(trigger_price)
    : `${amount(trigger_price)} → ${amount(limit_price)}`
}

export const ORDER_COLUMNS: readonly Column<OrderSnapshot>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id) },
  { heading: 'symbol', cell: ({ symbol }) => symbol },
  { heading: 'side', cell: ({ side }) => sideCell(side) },
  { heading: 'kind', cell: ({ kind }) => kind },
  { heading: 'quantity', cell: ({ quantity }) => grouped(quantity), align: 'right' },
  { heading: 'filled', cell: ({ filled_quantity }) => grouped(filled_quantity), align: 'right', rank: 2 },
  { heading: 'price', cell: priceOf, align: 'right' },
  { heading: 'tif', cell: ({ tif }) => tif, rank: 4 },
  { heading: 'venue', cell: ({ venue }) => venue, rank: 3 },
  { heading: 'status', cell: statusCell },
  { heading: 'created', cell: ({ created_at }) => moment(created_at), rank: 5 },
  { heading: 'client_id', cell: ({ client_id }) => client_id ?? '-', rank: 6 },
]

/** To the second, UTC. */
export const moment = (time: string): string => time.slice(0, 19).replace('T', ' ')

/** The fields of an order, placed or not, that say what is to be done; of a file they may be anything. */
type OrderShape = {
  readonly [Name in 'side' | 'quantity' | 'symbol' | 'kind' | 'price' | 'trigger_price' | 'trail']?: unknown
}

/** An order in one line: BUY 0.01 BTC-USD at the market. */
export function orderLine(order: OrderShape, paint: Paint): string {
  const side = textOf(order.side) ?? '?'
  const [limit, trigger, quantity] = [order.price, order.trigger_price, order.quantity].map(textOf)
  const subject = `${quantity === undefined ? '?' : grouped(quantity)} ${textOf(order.symbol) ?? '?'}`
  const where = [
    order.kind === 'STOP' && trigger !== undefined ? `stop at ${grouped(trigger)}` : '',
    trailText(order.trail),
    order.kind === 'TAKE_PROFIT' && trigger !== undefined ? `take profit at ${grouped(trigger)}` : '',
    order.kind === 'MARKET' ? 'at the market' : '',
    order.kind === 'LIMIT' && limit !== undefined ? `limit ${grouped(limit)}` : '',
  ].filter(Boolean)
  return [paint(side === 'BUY' ? 'green' : 'red', side), paint('bold', subject), ...where].join(' ')
}

/** `trailing by 500`, or `trailing by 2%`; empty where it does not trail. */
function trailText(trail: unknown): string {
  if (typeof trail !== 'object' || trail === null) return ''
  const { offset, offset_pct: pct } = trail as { readonly offset?: unknown; readonly offset_pct?: unknown }
  const [amount, share] = [textOf(offset), textOf(pct)]
  if (amount !== undefined) return `trailing by ${grouped(amount)}`
  return share === undefined ? 'trailing' : `trailing by ${share}%`
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** The effects of an order: fills, fee, margin, and what it may not. */
export function previewLines(preview: Preview, paint: Paint): readonly string[] {
  const { before, after, position, costs } = preview
  const entries: (readonly [string, Cell])[] = [
    ['fills', fillsText(preview)],
    ['fees', amount(preview.order?.fees)],
    ['free margin', `${money(before.free_margin)} → ${money(after.free_margin)}`],
    ['used margin', `${money(before.used_margin)} → ${money(after.used_margin)}`],
  ]
  if (position !== null) {
    const { direction, quantity, entry_price, leverage, liquidation_price } = position
    entries.push([
      'position',
      `${direction} ${grouped(quantity)} at ${amount(entry_price)}, leverage ${grouped(leverage)}`,
    ])
    entries.push(['liquidation', liquidation_price === null ? 'none' : `at ${grouped(liquidation_price)}`])
  }
  if (costs.carry !== null) entries.push(['carry a day', signed(costs.carry.per_day)])
  entries.push(['room', `${grouped(preview.largest_quantity)} would still pass every rule`])
  return [
    ...facts(entries, paint).map((line) => `  ${line}`),
    ...preview.warnings.map((warning) => `  ${paint('yellow', `warning: ${warning}`)}`),
    ...violationLines(preview.violations).map((line) => `  ${paint('red', line)}`),
  ]
}

function fillsText({ order, fills }: Preview): string {
  if (fills.length === 0) return order === null ? 'none' : `none yet: it would be ${order.status}`
  return fills.map(({ quantity, price }) => `${grouped(quantity)} at ${grouped(price)}`).join(', ')
}

export const violationLines = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ rule, message, until }) => `${rule}: ${message}${until === undefined ? '' : `, until ${until}`}`)

export const RULE_COLUMNS: readonly Column<PreviewedRule>[] = [
  { heading: 'rule', cell: ({ rule }) => rule },
  {
    heading: 'verdict',
    cell: ({ verdict }) => ({ text: verdict, style: verdict === 'PASS' ? 'green' : 'red' }),
  },
  { heading: 'limit', cell: ({ limit, unit }) => inUnit(limit, unit), align: 'right' },
  { heading: 'value', cell: ({ value, unit }) => inUnit(value, unit), align: 'right' },
  { heading: 'headroom', cell: ({ headroom, unit }) => inUnit(headroom, unit), align: 'right', rank: 2 },
  { heading: 'unit', cell: ({ unit }) => unit ?? '-', rank: 1 },
]

/** The outcome of an order in a line, with its fills behind it. */
export function placementLines(placement: Placement, paint: Paint): readonly string[] {
  if (!placement.placed) return []
  const { order, trades, warnings, children } = placement
  return [
    placedLine(order, paint),
    ...trades.map(
      ({ quantity, price, fee }) => `  filled ${grouped(quantity)} at ${grouped(price)}, fee ${grouped(fee)}`,
    ),
    ...children.map((child) => `  ${placedLine(child, paint)}`),
    ...warnings.map((warning) => paint('yellow', `  warning: ${warning}`)),
  ]
}

function placedLine(order: OrderSnapshot, paint: Paint): string {
  const status = statusCell(order)
  const styled = typeof status === 'string' ? status : paint(status.style, status.text)
  const reason = order.reason === null ? '' : ` (${order.reason})`
  return `${styled}${reason}  ${orderLine({ ...order }, paint)}  ${paint('dim', order.id)}`
}

/** Nothing of an order that no venue was asked for. */
const venueFacts = ({ venue_order: venue }: Order): readonly (readonly [string, Cell])[] =>
  venue === undefined
    ? []
    : [
        ['at the venue', venue.reason === null ? venue.state : `${venue.state}: ${venue.reason}`],
        ['transaction', venue.tx_hash ?? '-'],
      ]

export const orderFacts = (order: Order): readonly (readonly [string, Cell])[] => [
  ['id', order.id],
  ['order', `${order.side} ${grouped(order.quantity)} ${order.symbol}`],
  ['kind', order.kind],
  ['status', statusCell(order)],
  ['reason', order.reason ?? '-'],
  ...venueFacts(order),
  ['price', priceOf(order)],
  ['filled', `${grouped(order.filled_quantity)} at ${amount(order.average_price)}`],
  ['fees', amount(order.fees)],
  ['time in force', order.expires_at === null ? order.tif : `${order.tif} until ${order.expires_at}`],
  [
    'flags',
    Object.entries(order.flags)
      .flatMap(([flag, isSet]) => (isSet ? flag : []))
      .join(', ') || '-',
  ],
  ['venue', order.venue],
  ['client_id', order.client_id ?? '-'],
  ['parent', order.parent_order_id ?? '-'],
  ['created', order.created_at],
  ['version', String(order.version)],
]
