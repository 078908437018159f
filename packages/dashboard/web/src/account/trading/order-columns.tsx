import type { Order } from '@ats/sdk/types'
import { text } from '../../text/en/account.js'
import { text as orderText } from '../../text/en/orders.js'
import type { Column } from '../../ui/tables/data-table.js'
import { Decimal, Money } from '../../ui/figures/figure.js'
import { ShortId } from '../../ui/short-id.js'
import { Side } from '../../ui/figures/side.js'
import { TimeText } from '../../ui/time/time-text.js'
import { atVenue, flagsOf, LIVE_VALUES } from './order-values.js'
import { statusOf } from './status-of.js'
import { trailText } from './trail-text.js'

const { columns: names } = text

/** The columns of an order, working or ended. */
const ORDER_COLUMNS: readonly Column<Order>[] = [
  { name: 'symbol', header: names.symbol, text: ({ symbol }) => symbol, cell: ({ symbol }) => <b>{symbol}</b> },
  {
    name: 'side',
    header: names.side,
    text: ({ side }) => side,
    cell: ({ side }) => <Side of={side} />,
  },
  { name: 'kind', header: names.kind, text: ({ kind }) => kind, cell: ({ kind }) => orderText.kinds[kind] },
  {
    name: 'quantity',
    header: names.quantity,
    align: 'right',
    text: ({ quantity }) => quantity,
    cell: ({ quantity }) => <Decimal value={quantity} />,
  },
  {
    name: 'filled_quantity',
    header: names.filled,
    align: 'right',
    text: (row) => row.filled_quantity,
    cell: (row) => <Decimal value={row.filled_quantity} />,
  },
  {
    name: 'limit_price',
    header: names.price,
    align: 'right',
    text: (row) => row.limit_price ?? row.average_price,
    cell: (row) => <Decimal value={row.limit_price ?? row.average_price} unknown={text.none} />,
  },
  {
    name: 'trigger_price',
    header: names.trigger,
    align: 'right',
    text: (row) => row.trigger_price,
    cell: (row) =>
      row.trigger_price === null ? (
        <Decimal value={null} unknown={text.none} />
      ) : (
        <span title={orderText.watched[row.trigger_by]}>
          <Decimal value={row.trigger_price} /> {row.trigger_by.toLowerCase()}
          {row.trail !== undefined && ` · ${trailText(row.trail)}`}
        </span>
      ),
  },
  { name: 'tif', header: names.tif, text: ({ tif }) => tif, cell: ({ tif }) => tif },
  { name: 'flags', header: names.flags, text: flagsOf, cell: (row) => flagsOf(row) || text.none },
  {
    name: 'status',
    header: names.status,
    text: ({ status }) => status,
    cell: (order) => <span title={order.reason ?? undefined}>{statusOf(order)}</span>,
  },
]

/** The columns of what the venue of a LIVE order says. */
const VENUE_COLUMNS: readonly Column<Order>[] = [
  { ...LIVE_VALUES.state, cell: atVenue },
  {
    ...LIVE_VALUES.transaction,
    cell: ({ venue_order: venue }) => (venue?.tx_hash ? <ShortId id={venue.tx_hash} /> : text.none),
  },
  {
    ...LIVE_VALUES.cancelAsked,
    cell: ({ cancel_requested_at: at }) => (at ? <TimeText at={at} /> : text.none),
  },
]

export const orderColumns = (isLive: boolean): readonly Column<Order>[] =>
  isLive ? [...ORDER_COLUMNS, ...VENUE_COLUMNS] : ORDER_COLUMNS

/** With the columns that only matter once an order has ended. */
export const endedOrderColumns = (isLive: boolean): readonly Column<Order>[] => [
  ...orderColumns(isLive),
  { name: 'id', header: names.id, text: ({ id }) => id, cell: ({ id }) => <ShortId id={id} /> },
  { name: 'reason', header: names.reason, text: ({ reason }) => reason, cell: ({ reason }) => reason ?? text.none },
  {
    name: 'fees',
    header: names.fees,
    align: 'right',
    text: ({ fees }) => fees,
    cell: ({ fees }) => <Money value={fees} />,
  },
  {
    name: 'origin',
    header: names.origin,
    text: ({ origin }) => origin,
    cell: ({ origin }) => (origin === null ? text.none : text.origins[origin]),
  },
  {
    name: 'created_at',
    header: names.created,
    text: (row) => row.created_at,
    cell: (row) => <TimeText at={row.created_at} />,
  },
  {
    name: 'updated_at',
    header: names.updated,
    text: (row) => row.updated_at,
    cell: (row) => <TimeText at={row.updated_at} />,
  },
]
