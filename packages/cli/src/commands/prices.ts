import type { Decimal } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import type { ListedPrice } from '../bodies.js'
import { choiceOption, VENUES, type Venue } from '../orders/order-options.js'
import { grouped, money, rounded } from '../terminal/decimal-text.js'
import type { Cell, Column } from '../terminal/table.js'

export const marketCell = ({ stale, market_status }: Pick<ListedPrice, 'stale' | 'market_status'>): Cell =>
  stale
    ? { text: 'STALE', style: 'red' }
    : { text: market_status, style: market_status === 'OPEN' ? 'green' : 'yellow' }

const COLUMNS: readonly Column<ListedPrice>[] = [
  { heading: 'symbol', cell: ({ symbol }) => symbol },
  { heading: 'last', cell: ({ last_price }) => grouped(last_price), align: 'right' },
  { heading: 'bid', cell: ({ bid }) => grouped(bid), align: 'right' },
  { heading: 'ask', cell: ({ ask }) => grouped(ask), align: 'right' },
  { heading: 'mark', cell: ({ mark_price }) => grouped(mark_price), align: 'right', rank: 2 },
  { heading: '24 h', cell: ({ change_24h_pct }) => changeCell(change_24h_pct), align: 'right' },
  { heading: 'venue', cell: ({ venue }) => venue, rank: 1 },
  { heading: 'market', cell: marketCell },
]

function changeCell(change: Decimal | null): Cell {
  if (change === null) return '-'
  const text = `${rounded(change, 2)} %`
  if (text.startsWith('-')) return { text, style: 'red' }
  return money(change) === '0.00' ? text : { text: `+${text}`, style: 'green' }
}

export function addPriceCommand(program: Command, act: Act): void {
  const prices = program
    .command('prices')
    .description('prices now; needs no key')
    .argument('[symbol...]', 'such as BTC-USD (default: all there are)')
    .addOption(choiceOption('--venue <venue>', 'of this venue', VENUES))
  act<{ readonly venue?: Venue }>(prices, async (session, { venue }, symbols) => {
    const asked = symbols.length === 0 ? undefined : symbols
    session.showTable(await session.trading.market.prices(asked, { venue }), COLUMNS)
  })
}
