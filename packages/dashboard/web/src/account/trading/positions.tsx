import { Button, Group } from '@mantine/core'
import type { Position } from '@ats/sdk/types'
import { useMemo } from 'react'
import { text } from '../../text/en/account.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { Decimal, Money } from '../../ui/figures/figure.js'
import { averageDigits, decimalsOf } from '../../ui/figures/format.js'
import { readingOf } from '../../ui/reading.js'
import { Side } from '../../ui/figures/side.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'
import { useShownAccount } from '../account-context.js'
import { usePositions } from '../account-queries.js'
import { CloseDialog } from './close-dialog.js'
import { ProtectDialog } from './protect-dialog.js'

const { columns: names } = text

const COLUMNS: readonly Column<Position>[] = [
  { name: 'symbol', header: names.symbol, text: ({ symbol }) => symbol, cell: ({ symbol }) => <b>{symbol}</b> },
  { name: 'venue', header: names.venue, text: ({ venue }) => venue, cell: ({ venue }) => venue },
  {
    name: 'direction',
    header: names.direction,
    text: ({ direction }) => direction,
    cell: ({ direction, liquidating }) => (
      <>
        <Side of={direction} />
        {liquidating && ` · ${text.closing}`}
      </>
    ),
  },
  {
    name: 'quantity',
    header: names.quantity,
    align: 'right',
    text: ({ quantity }) => quantity,
    cell: ({ quantity }) => <Decimal value={quantity} />,
  },
  {
    name: 'unrealized_pnl',
    header: names.unrealized,
    align: 'right',
    text: (row) => row.unrealized_pnl,
    cell: (row) => <Money value={row.unrealized_pnl} signed />,
  },
  {
    name: 'entry_price',
    header: names.entry,
    align: 'right',
    text: (row) => row.entry_price,
    cell: (row) => <Decimal value={row.entry_price} digitsMax={averageDigits(row.entry_price)} />,
  },
  {
    name: 'mark_price',
    header: names.mark,
    align: 'right',
    text: (row) => row.mark_price,
    cell: (row) => <Decimal value={row.mark_price} />,
  },
  {
    name: 'liquidation_price',
    header: names.liquidation,
    align: 'right',
    text: (row) => row.liquidation_price,
    cell: (row) => <Decimal value={row.liquidation_price} digitsMax={decimalsOf(row.mark_price)} unknown={text.none} />,
  },
  {
    name: 'take_profit',
    header: names.takeProfit,
    align: 'right',
    text: (row) => row.take_profit?.trigger_price,
    cell: (row) => <Decimal value={row.take_profit?.trigger_price} unknown={text.none} />,
  },
  {
    name: 'stop_loss',
    header: names.stopLoss,
    align: 'right',
    text: (row) => row.stop_loss?.trigger_price,
    cell: (row) => <Decimal value={row.stop_loss?.trigger_price} unknown={text.none} />,
  },
  {
    name: 'notional',
    header: names.notional,
    align: 'right',
    text: ({ notional }) => notional,
    cell: ({ notional }) => <Money value={notional} />,
  },
  {
    name: 'leverage',
    header: names.leverage,
    align: 'right',
    text: ({ leverage }) => leverage,
    cell: ({ leverage }) => <Decimal value={leverage} />,
  },
  {
    name: 'opened_at',
    header: names.opened,
    text: (row) => row.opened_at,
    cell: (row) => <TimeText at={row.opened_at} />,
  },
]

/** The open positions, with their protection, and what can be done to them. */
export function Positions() {
  const { canTrade } = useShownAccount()
  const query = usePositions()
  const protecting = useDialog<Position>()
  const closing = useDialog<Position>()
  const { open: protect } = protecting
  const { open: close } = closing
  const columns = useMemo(
    () => (canTrade ? [...COLUMNS, actionsColumn(protect, close)] : COLUMNS),
    [canTrade, protect, close],
  )
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
      {(rows) => (
        <>
          <DataTable
            label={text.positions}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<Empty title={text.noPositions} hint={text.noPositionsHint} />}
          />
          {protecting.subject !== null && (
            <ProtectDialog
              key={protecting.subject.id}
              position={protecting.subject}
              isOpen={protecting.isOpen}
              onClose={protecting.close}
            />
          )}
          {closing.subject !== null && (
            <CloseDialog
              key={closing.subject.id}
              position={closing.subject}
              isOpen={closing.isOpen}
              onClose={closing.close}
            />
          )}
        </>
      )}
    </ReadingView>
  )
}

const actionsColumn = (
  onProtect: (position: Position) => void,
  onClose: (position: Position) => void,
): Column<Position> => ({
  name: 'actions',
  header: text.columns.actions,
  align: 'right',
  isSticky: true,
  inFile: false,
  text: () => null,
  cell: (position) => (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onProtect(position)}
        aria-label={text.protectOf(position.symbol)}
      >
        {text.protect}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={position.liquidating}
        onClick={() => onClose(position)}
        aria-label={text.closeOf(position.symbol)}
      >
        {text.close}
      </Button>
    </Group>
  ),
})
