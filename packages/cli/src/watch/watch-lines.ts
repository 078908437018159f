import { compare, type Price } from '@ats/sdk'
import { marketCell } from '../commands/prices.js'
import { POSITION_COLUMNS } from '../commands/positions.js'
import { RULE_USE_COLUMNS } from '../commands/risk.js'
import { stateCell } from '../commands/accounts.js'
import { eventLine } from '../events/event-line.js'
import { ORDER_COLUMNS, pnlCell } from '../orders/order-words.js'
import { grouped, money } from '../terminal/decimal-text.js'
import type { Paint } from '../terminal/paint.js'
import { table, type Cell, type Column } from '../terminal/table.js'
import type { Watched } from './watched.js'

export interface WatchSpace {
  readonly columns: number
  readonly rows: number
  readonly paint: Paint
}

/** Rows of orders that are shown at most. */
const ORDERS_MAX = 5

/** The whole screen, in at most its rows: what fits least goes from below. */
export function watchLines(watched: Watched, space: WatchSpace): readonly string[] {
  const { columns, rows, paint } = space
  const { positions, orders, risk, trouble } = watched
  const rules = (risk?.rules ?? []).filter(({ headroom_pct }) => headroom_pct !== null)
  const tight = [...rules].sort((one, other) => compare(one.headroom_pct ?? '0', other.headroom_pct ?? '0')).slice(0, 3)
  const lines = [
    ...headLines(watched, paint),
    '',
    ...table([...watched.prices.values()], priceColumns(watched), { columns, paint }),
    '',
    paint('bold', `Positions ${positions.length}`),
    ...table(positions, POSITION_COLUMNS.slice(1), { columns, paint }),
    '',
    paint('bold', `Working orders ${orders.length}`),
    ...table(orders.slice(0, ORDERS_MAX), ORDER_COLUMNS, { columns, paint }),
    ...(orders.length > ORDERS_MAX ? [paint('dim', `and ${orders.length - ORDERS_MAX} more`)] : []),
    '',
    paint('bold', 'Least headroom'),
    ...table(tight, RULE_USE_COLUMNS, { columns, paint }),
    '',
    paint('bold', 'Events'),
    ...watched.events.map((event) => eventLine(event, paint)),
  ]
  const foot = trouble === null ? paint('dim', 'Ctrl-C or q ends it') : paint('red', trouble)
  const shown = lines.slice(0, Math.max(0, rows - 2))
  return [...shown, ...Array<string>(Math.max(0, rows - 1 - shown.length)).fill(''), foot]
}

function headLines({ summary, risk, accountId }: Watched, paint: Paint): readonly string[] {
  if (summary === null) return [paint('dim', `${accountId}: waiting for the first figures`)]
  const pnl = styled(pnlCell(summary.unrealized_pnl), paint)
  const day = styled(pnlCell(summary.realized_pnl), paint)
  const state = risk === null ? '' : styled(stateCell(risk.state), paint)
  return [
    [
      `${paint('bold', 'Equity')} ${money(summary.equity)} ${summary.currency}`,
      `open ${pnl}`,
      `today ${day}`,
      state,
    ].join('   '),
    [
      `Free margin ${money(summary.free_margin)}`,
      `used ${money(summary.used_margin)}`,
      ...(risk === null ? [] : [`headroom ${money(risk.floor.headroom)} to ${money(risk.floor.equity)}`]),
    ].join('   '),
  ]
}

const styled = (cell: Cell, paint: Paint): string => (typeof cell === 'string' ? cell : paint(cell.style, cell.text))

function priceColumns({ before }: Watched): readonly Column<Price>[] {
  const lastCell = ({ symbol, last_price }: Price): Cell => {
    const earlier = before.get(symbol)
    const direction = earlier === undefined ? 0 : compare(last_price, earlier)
    const text = `${grouped(last_price)} ${direction === 0 ? ' ' : direction > 0 ? '▲' : '▼'}`
    return direction === 0 ? text : { text, style: direction > 0 ? 'green' : 'red' }
  }
  return [
    { heading: 'symbol', cell: ({ symbol }) => symbol },
    { heading: 'last  ', cell: lastCell, align: 'right' },
    { heading: 'bid', cell: ({ bid }) => grouped(bid), align: 'right' },
    { heading: 'ask', cell: ({ ask }) => grouped(ask), align: 'right' },
    { heading: 'mark', cell: ({ mark_price }) => grouped(mark_price), align: 'right', rank: 2 },
    { heading: 'venue', cell: ({ venue }) => venue, rank: 3 },
    { heading: 'market', cell: marketCell },
    { heading: 'time', cell: ({ timestamp }) => timestamp.slice(11, 23), rank: 1 },
  ]
}
