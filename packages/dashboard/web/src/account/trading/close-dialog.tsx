import { Text, TextInput } from '@mantine/core'
import type { Position } from '@ats/sdk/types'
import { useState } from 'react'
import { closePosition } from '../../api/account-changes.js'
import { text } from '../../text/en/account.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { formatDecimal } from '../../ui/figures/format.js'
import { notify } from '../../ui/notify.js'
import { useShownAccount } from '../account-context.js'
import { useRefreshAccount } from '../account-queries.js'
import { decimalError } from '../../ui/forms/decimal-input.js'

interface CloseDialogProps {
  readonly position: Position
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Closes a position or a part of it, at the market. The same dialog never closes twice: it has one `client_id`. */
export function CloseDialog({ position, isOpen, onClose }: CloseDialogProps) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  const [quantity, setQuantity] = useState('')
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const problem = decimalError(quantity)
  const change = (next: string): void => {
    setQuantity(next)
    setClientId(crypto.randomUUID())
  }
  const close = async (): Promise<void> => {
    const part = quantity.trim() === '' ? {} : { quantity: quantity.trim() }
    const { symbol, id: position_id } = position
    const { order } = await closePosition(id, { symbol, position_id, client_id: clientId, ...part })
    setClientId(crypto.randomUUID())
    await Promise.all([
      refresh(),
      notify(order?.status === 'PENDING' ? text.closeRequested(symbol) : text.closed(symbol)),
    ])
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.closeTitle(position.symbol)}
      confirm={text.closeConfirm}
      isDangerous
      isDisabled={problem !== null}
      onConfirm={close}
    >
      <Text size="sm">{text.closeText}</Text>
      <TextInput
        label={text.closeQuantity}
        description={text.closeQuantityHint(formatDecimal(position.quantity))}
        inputMode="decimal"
        value={quantity}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        error={problem}
      />
    </ConfirmDialog>
  )
}
