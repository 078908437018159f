import { Button, Group, Text } from '@mantine/core'
import type { Order } from '@ats/sdk/types'
import { useMemo } from 'react'
import { cancelAllOrders, cancelOrder } from '../../api/account-changes.js'
import { text } from '../../text/en/account.js'
import { text as orderText } from '../../text/en/orders.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { formatDecimal } from '../../ui/figures/format.js'
import { notify } from '../../ui/notify.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'
import { useShownAccount } from '../account-context.js'
import { useRefreshAccount, useWorkingOrders } from '../account-queries.js'
import { EditOrderDialog } from './edit-order-dialog.js'
import { orderColumns } from './order-columns.js'

const CREATED: Column<Order> = {
  name: 'created_at',
  header: text.columns.created,
  text: (row) => row.created_at,
  cell: (row) => <TimeText at={row.created_at} />,
}

/** The working orders: each can be changed or cancelled, and all of them together. */
export function Orders() {
  const { canTrade, isLive } = useShownAccount()
  const query = useWorkingOrders()
  const editing = useDialog<Order>()
  const cancelling = useDialog<Order>()
  const cancellingAll = useDialog<number>()
  const { open: edit } = editing
  const { open: cancel } = cancelling
  const columns = useMemo(
    () => [...orderColumns(isLive), CREATED, ...(canTrade ? [actionsColumn(edit, cancel)] : [])],
    [canTrade, isLive, edit, cancel],
  )
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
      {(rows) => (
        <>
          <DataTable
            label={text.orders}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<Empty title={text.noOrders} hint={text.noOrdersHint} />}
            actions={
              canTrade &&
              rows.length > 0 && (
                <Button size="compact-sm" variant="default" onClick={() => cancellingAll.open(rows.length)}>
                  {text.cancelAll}
                </Button>
              )
            }
          />
          {editing.subject !== null && (
            <EditOrderDialog
              key={`${editing.subject.id} ${editing.subject.version}`}
              order={editing.subject}
              isOpen={editing.isOpen}
              onClose={editing.close}
            />
          )}
          {cancelling.subject !== null && (
            <CancelDialog order={cancelling.subject} isOpen={cancelling.isOpen} onClose={cancelling.close} />
          )}
          <CancelAllDialog count={rows.length} isOpen={cancellingAll.isOpen} onClose={cancellingAll.close} />
        </>
      )}
    </ReadingView>
  )
}

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

function CancelDialog({ order, isOpen, onClose }: DialogProps & { readonly order: Order }) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  const what = `${orderText.kinds[order.kind]}, ${orderText.sides[order.side]} ${formatDecimal(order.remaining_quantity)}`
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.cancelTitle(order.symbol)}
      confirm={text.cancelConfirm}
      dismiss={text.keepOrder}
      isDangerous
      onConfirm={async () => {
        const { status } = await cancelOrder(id, order.id)
        await Promise.all([refresh(), notify(CANCELLED_AS[status] ?? text.cancelRequested)])
      }}
    >
      <Text size="sm">{text.cancelText(what)}</Text>
    </ConfirmDialog>
  )
}

/** The end of an order that was to be cancelled; of any other status its venue has still to say. */
const CANCELLED_AS: Partial<Record<Order['status'], string>> = {
  CANCELLED: text.cancelled,
  EXPIRED: text.cancelled,
  REJECTED: text.cancelled,
  FILLED: text.notCancelled,
}

function CancelAllDialog({ count, isOpen, onClose }: DialogProps & { readonly count: number }) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.cancelAllTitle}
      confirm={text.cancelAllConfirm}
      isDangerous
      onConfirm={async () => {
        const { cancelled, failed } = await cancelAllOrders(id)
        // Of LIVE orders the venue may have been asked only.
        const said = failed.length === 0 ? text.cancelledAll : text.cancelledSome
        await Promise.all([refresh(), notify(said(cancelled.length, failed.length))])
      }}
    >
      <Text size="sm">{text.cancelAllText(count)}</Text>
    </ConfirmDialog>
  )
}

const actionsColumn = (onEdit: (order: Order) => void, onCancel: (order: Order) => void): Column<Order> => ({
  name: 'actions',
  header: text.columns.actions,
  align: 'right',
  isSticky: true,
  inFile: false,
  text: () => null,
  cell: (order) => (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button size="compact-sm" variant="default" onClick={() => onEdit(order)} aria-label={text.editOf(order.symbol)}>
        {text.edit}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onCancel(order)}
        aria-label={text.cancelOf(order.symbol)}
      >
        {text.cancel}
      </Button>
    </Group>
  ),
})
