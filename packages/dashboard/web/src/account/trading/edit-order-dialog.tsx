import { TextInput } from '@mantine/core'
import type { Order } from '@ats/sdk/types'
import { useState } from 'react'
import { modifyOrder } from '../../api/account-changes.js'
import { text } from '../../text/en/account.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { useShownAccount } from '../account-context.js'
import { useRefreshAccount } from '../account-queries.js'
import { decimalError } from '../../ui/forms/decimal-input.js'

interface EditOrderDialogProps {
  readonly order: Order
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Field = 'price' | 'trigger_price' | 'quantity'

const LABELS: Readonly<Record<Field, string>> = {
  price: text.columns.price,
  trigger_price: text.columns.trigger,
  quantity: text.wholeQuantity,
}

/** The fields of an order that can be changed, as they are. */
function fieldsOf(order: Order): Partial<Record<Field, string>> {
  const isArmed = order.trigger_state === 'ARMED'
  return {
    ...(order.limit_price === null ? {} : { price: order.limit_price }),
    ...(order.trigger_price !== null && order.trail === undefined && isArmed
      ? { trigger_price: order.trigger_price }
      : {}),
    quantity: order.quantity,
  }
}

/** Changes a working order, unless it has moved on since it was shown. */
export function EditOrderDialog({ order, isOpen, onClose }: EditOrderDialogProps) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  const before = fieldsOf(order)
  const [fields, setFields] = useState(before)
  const names = Object.keys(before) as Field[]
  const changed = names.filter((name) => fields[name]?.trim() !== before[name])
  const isWrong = names.some((name) => fields[name]?.trim() === '' || decimalError(fields[name] ?? '') !== null)
  const save = async (): Promise<void> => {
    const change = Object.fromEntries(changed.map((name) => [name, fields[name]?.trim()]))
    const { modify_requested_at: isAsked } = await modifyOrder(id, order.id, { ...change, version: order.version })
    await Promise.all([refresh(), notify(isAsked ? text.editRequested : text.edited)])
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.editTitle(order.symbol)}
      confirm={text.editConfirm}
      isDisabled={isWrong || changed.length === 0}
      onConfirm={save}
    >
      {names.map((name) => (
        <TextInput
          key={name}
          label={LABELS[name]}
          inputMode="decimal"
          value={fields[name] ?? ''}
          onChange={({ currentTarget }) => setFields({ ...fields, [name]: currentTarget.value })}
          error={decimalError(fields[name] ?? '')}
        />
      ))}
    </ConfirmDialog>
  )
}
