import { HOUSE_ACCOUNTS, RARE_HOUSE_ACCOUNTS } from '../../core/model/account/ledger.js'
import { netOf, netOfYear, type SymbolYear, type TaxSummary } from '../../core/read/tax-summary.js'
import { codecOf, field } from '../codec/codec.js'
import { count, decimal, listOf, oneOf, text, time } from '../codec/kinds.js'

const symbolCodec = codecOf<SymbolYear>('TaxYearSymbol')({
  symbol: field(text, ({ symbol }) => symbol),
  positions: field(count, ({ positions }) => positions, 'Closed in the year.'),
  gains: field(decimal, ({ gains }) => gains, 'Realised PnL of those that gained.'),
  losses: field(decimal, ({ losses }) => losses, 'Of those that lost, as an amount of at least 0.'),
  fees: field(decimal, ({ fees }) => fees),
  funding: field(decimal, ({ funding }) => funding, 'Above 0: received.'),
  carry: field(decimal, ({ carry }) => carry, 'Borrowing and rollover; above 0: received.'),
  net_pnl: field(decimal, netOf),
})

const bookedCodec = codecOf<TaxSummary['ledger'][number]>('TaxYearBooking')({
  house: field(oneOf([...HOUSE_ACCOUNTS, ...RARE_HOUSE_ACCOUNTS], 'HouseAccount'), ({ house }) => house),
  amount: field(decimal, ({ amount }) => amount, 'Above 0: received.'),
})

export const taxSummaryCodec = codecOf<TaxSummary>('TaxSummary')({
  year: field(count, ({ year }) => year),
  time_zone: field(text, ({ timeZone }) => timeZone, "That of the plan's reset: the year begins and ends in it."),
  from: field(time, ({ from }) => from),
  to: field(time, ({ to }) => to),
  net_pnl: field(decimal, netOfYear),
  symbols: field(listOf(symbolCodec), ({ symbols }) => symbols),
  ledger: field(
    listOf(bookedCodec),
    ({ ledger }) => ledger,
    'All that was booked in the year, `capital` with payouts.',
  ),
})
