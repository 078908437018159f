import type { Breach, ClosedPosition, Trade, Transfer } from '@ats/sdk/types'
import { Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { text } from '../text/en/account.js'
import { text as payoutWords } from '../text/en/firm/payouts.js'
import { ruleName } from '../text/en/common.js'
import type { Column } from '../ui/tables/data-table.js'
import { Decimal, Money } from '../ui/figures/figure.js'
import { PagedTable } from '../ui/tables/paged-table.js'
import { Segments } from '../ui/forms/segments.js'
import { Side } from '../ui/figures/side.js'
import { Empty } from '../ui/states.js'
import { ShortId } from '../ui/short-id.js'
import { TimeText } from '../ui/time/time-text.js'
import { averageDigits } from '../ui/figures/format.js'
import { LimitValue } from '../ui/violations.js'
import { useShownAccount } from './account-context.js'
import { netResult } from './net-result.js'
import { endedOrderColumns } from './trading/order-columns.js'

const { columns: names } = text

const money = <Row,>(name: string, header: string, of: (row: Row) => string, signed = false): Column<Row> => ({
  ...{ name, header, align: 'right', text: of },
  cell: (row) => <Money value={of(row)} signed={signed} />,
})
const decimal = <Row,>(name: string, header: string, of: (row: Row) => string | null): Column<Row> => ({
  ...{ name, header, align: 'right', text: of },
  cell: (row) => <Decimal value={of(row)} />,
})
const average = <Row,>(name: string, header: string, of: (row: Row) => string): Column<Row> => ({
  ...{ name, header, align: 'right', text: of },
  cell: (row) => <Decimal value={of(row)} digitsMax={averageDigits(of(row))} />,
})
const time = <Row,>(name: string, header: string, of: (row: Row) => string): Column<Row> => ({
  ...{ name, header, text: of },
  cell: (row) => <TimeText at={of(row)} />,
})
const symbol = <Row extends { readonly symbol: string }>(): Column<Row> => ({
  ...{ name: 'symbol', header: names.symbol, text: (row) => row.symbol },
  cell: (row) => <b>{row.symbol}</b>,
})

const direction = <Row extends { readonly direction: 'LONG' | 'SHORT' }>(): Column<Row> => ({
  ...{ name: 'direction', header: names.direction, text: (row) => row.direction },
  cell: (row) => <Side of={row.direction} />,
})

/** The columns of closed positions. */
export const HISTORY: readonly Column<ClosedPosition>[] = [
  symbol(),
  direction(),
  decimal('quantity', names.quantity, ({ quantity }) => quantity),
  money('net', names.net, netResult, true),
  average('entry_price', names.entry, (row) => row.entry_price),
  average('exit_price', names.exit, (row) => row.exit_price),
  money('realized_pnl', names.realized, (row) => row.realized_pnl, true),
  money('fees', names.fees, ({ fees }) => fees),
  money('funding', names.funding, ({ funding }) => funding, true),
  decimal('r_multiple', names.r, (row) => row.r_multiple),
  {
    ...{ name: 'close_reason', header: names.reason, text: (row) => row.close_reason },
    cell: (row) => text.closeReasons[row.close_reason],
  },
  time('opened_at', names.opened, (row) => row.opened_at),
  time('closed_at', names.closed, (row) => row.closed_at),
]

export function History() {
  const { id, reads } = useShownAccount()
  return (
    <PagedTable
      label={text.history}
      queryKey={[...reads.key(id), 'closed-positions']}
      read={(terms) => reads.closedPositions(id, terms)}
      columns={HISTORY}
      rowKey={(row) => `${row.id} ${row.closed_at}`}
      empty={<Empty title={text.noHistory} />}
    />
  )
}

type HeldPosition = NonNullable<Breach['positions']>[number]

/** The columns of positions as they were at a breach. */
export const HELD: readonly Column<HeldPosition>[] = [
  symbol(),
  direction(),
  decimal('quantity', names.quantity, ({ quantity }) => quantity),
  average('entry_price', names.entry, (row) => row.entry_price),
  decimal('mark_price', names.mark, (row) => row.mark_price),
  money('unrealized_pnl', names.unrealized, (row) => row.unrealized_pnl, true),
  { ...{ name: 'venue', header: names.venue, text: ({ venue }) => venue }, cell: ({ venue }) => venue },
  {
    ...{ name: 'position_id', header: names.position, text: (row) => row.position_id },
    cell: (row) => <ShortId id={row.position_id} />,
  },
]

/** The columns of fills. */
export const FILLS: readonly Column<Trade>[] = [
  time('timestamp', names.time, ({ timestamp }) => timestamp),
  symbol(),
  {
    ...{ name: 'side', header: names.side, text: ({ side }) => side },
    cell: ({ side }) => <Side of={side} />,
  },
  decimal('quantity', names.quantity, ({ quantity }) => quantity),
  decimal('price', names.price, ({ price }) => price),
  money('fee', names.fee, ({ fee }) => fee),
  money('realized_pnl', names.realized, (row) => row.realized_pnl, true),
  {
    ...{ name: 'liquidity', header: names.liquidity, text: ({ liquidity }) => liquidity },
    cell: ({ liquidity }) => liquidity.toLowerCase(),
  },
  { ...{ name: 'venue', header: names.venue, text: ({ venue }) => venue }, cell: ({ venue }) => venue },
  { ...{ name: 'tick', header: names.tick, text: ({ tick }) => tick }, cell: ({ tick }) => tick ?? text.none },
  {
    ...{ name: 'order_id', header: names.order, text: (row) => row.order_id },
    cell: (row) => <ShortId id={row.order_id} />,
  },
]

export function Fills() {
  const { id, reads } = useShownAccount()
  return (
    <PagedTable
      label={text.fills}
      queryKey={[...reads.key(id), 'trades']}
      read={(terms) => reads.trades(id, terms)}
      columns={FILLS}
      rowKey={(row) => row.id}
      empty={<Empty title={text.noFills} />}
    />
  )
}

export function AllOrders() {
  const { id, reads, isLive } = useShownAccount()
  const columns = useMemo(() => endedOrderColumns(isLive), [isLive])
  return (
    <PagedTable
      label={text.allOrders}
      queryKey={[...reads.key(id), 'all-orders']}
      read={(terms) => reads.orders(id, terms)}
      columns={columns}
      rowKey={(row) => row.id}
      empty={<Empty title={text.noAllOrders} />}
    />
  )
}

const ledgerColumns = (path: string): readonly Column<Transfer>[] => [
  time('created_at', names.time, (row) => row.created_at),
  {
    ...{ name: 'house', header: names.booked, text: ({ house }) => house },
    cell: ({ house }) => text.houses[house],
  },
  money('amount', names.amount, ({ amount }) => amount, true),
  money('balance_after', names.balanceAfter, (row) => row.balance_after),
  {
    ...{ name: 'position_id', header: names.position, text: (row) => row.position_id },
    cell: (row) => (row.position_id === null ? text.none : <ShortId id={row.position_id} />),
  },
  {
    ...{ name: 'payout_id', header: names.reference, text: (row) => row.payout_id },
    cell: ({ payout_id: payoutId }) =>
      payoutId === null ? text.none : <Link to={`${path}?tab=payouts`}>{payoutWords.payoutOf(payoutId)}</Link>,
  },
]

export function Ledger() {
  const { id, reads, path } = useShownAccount()
  const columns = useMemo(() => ledgerColumns(path), [path])
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {text.ledgerHint}
      </Text>
      <PagedTable
        label={text.ledger}
        queryKey={[...reads.key(id), 'ledger']}
        read={(terms) => reads.ledger(id, terms)}
        columns={columns}
        rowKey={(row) => row.id}
        empty={<Empty title={text.noLedger} />}
      />
    </>
  )
}

const breachColumns = (path: string): readonly Column<Breach>[] => [
  time('occurred_at', names.time, (row) => row.occurred_at),
  { ...{ name: 'rule', header: names.rule, text: ({ rule }) => rule }, cell: ({ rule }) => <b>{ruleName(rule)}</b> },
  {
    ...{ name: 'severity', header: names.severity, text: ({ severity }) => severity },
    cell: ({ severity }) => text.severities[severity],
  },
  {
    ...{ name: 'limit', header: names.limit, align: 'right', text: ({ limit }) => limit },
    cell: ({ limit, unit }) => <LimitValue value={limit} unit={unit} />,
  },
  {
    ...{ name: 'value', header: names.value, align: 'right', text: ({ value }) => value },
    cell: ({ value, unit }) => <LimitValue value={value} unit={unit} />,
  },
  money('equity', names.equity, ({ equity }) => equity),
  {
    ...{ name: 'action', header: names.action, text: ({ action }) => action },
    cell: ({ action }) => text.actions[action],
  },
  {
    ...{ name: 'id', header: names.details, text: ({ id }) => id },
    cell: ({ id }) => <Link to={`${path}/breaches/${id}`}>{text.evidence}</Link>,
  },
]

type BreachList = keyof typeof text.breachLists

/** Every crossing of a limit, or those alone that broke a rule of the plan for good. */
export function Breaches() {
  const { id, reads, path } = useShownAccount()
  const [list, setList] = useState<BreachList>('breaches')
  return (
    <>
      <Segments label={text.severity} options={text.breachLists} value={list} onChange={setList} />
      <PagedTable
        key={list}
        label={text.breachTitles[list]}
        queryKey={[...reads.key(id), list]}
        read={(terms) => reads[list](id, terms)}
        columns={breachColumns(path)}
        rowKey={(row) => row.id}
        empty={<Empty title={text.noBreaches[list]} />}
      />
    </>
  )
}
