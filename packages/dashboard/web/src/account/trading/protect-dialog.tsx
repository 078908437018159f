import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { Position } from '@ats/sdk/types'
import { useState } from 'react'
import { protectPosition } from '../../api/account-changes.js'
import { text } from '../../text/en/account.js'
import { text as orderText } from '../../text/en/orders.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { useShownAccount } from '../account-context.js'
import { useRefreshAccount } from '../account-queries.js'
import { decimalError } from '../../ui/forms/decimal-input.js'
import { protectionChange, type ExitFields } from './protection.js'

interface ProtectDialogProps {
  readonly position: Position
  readonly isOpen: boolean
  readonly onClose: () => void
}

const fieldsOf = (exit: Position['take_profit']): ExitFields => ({
  price: exit?.trail === undefined ? (exit?.trigger_price ?? '') : '',
  watches: exit?.trigger_by ?? 'MARK',
})

/** Sets, moves or removes the take-profit and the stop-loss of a position. */
export function ProtectDialog({ position, isOpen, onClose }: ProtectDialogProps) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  const [takeProfit, setTakeProfit] = useState(() => fieldsOf(position.take_profit))
  const [stopLoss, setStopLoss] = useState(() => fieldsOf(position.stop_loss))
  const change = {
    ...protectionChange('take_profit', position, takeProfit),
    ...protectionChange('stop_loss', position, stopLoss),
  }
  const isWrong = decimalError(takeProfit.price) !== null || decimalError(stopLoss.price) !== null
  const save = async (): Promise<void> => {
    await protectPosition(id, position.id, change)
    await Promise.all([refresh(), notify(text.protected(position.symbol))])
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.protectTitle(position.symbol)}
      confirm={text.protectConfirm}
      isDisabled={isWrong || Object.keys(change).length === 0}
      onConfirm={save}
    >
      <Text size="sm">{text.protectText}</Text>
      <Exit label={text.takeProfitPrice} fields={takeProfit} onChange={setTakeProfit} />
      <Exit
        label={text.stopLossPrice}
        fields={stopLoss}
        onChange={setStopLoss}
        trailsAt={position.stop_loss?.trail === undefined ? undefined : position.stop_loss.trigger_price}
      />
    </ConfirmDialog>
  )
}

const WATCHED = Object.entries(orderText.watched).map(([value, label]) => ({ value, label }))

interface ExitProps {
  readonly label: string
  readonly fields: ExitFields
  readonly onChange: (fields: ExitFields) => void
  /** The trigger of a stop that follows the market; null: not yet; absent: it does not. */
  readonly trailsAt?: string | null | undefined
}

const Exit = ({ label, fields, onChange, trailsAt }: ExitProps) => (
  <SimpleGrid cols={2} spacing="sm">
    <TextInput
      label={label}
      placeholder={trailsAt === undefined ? text.removes : text.trailsAt(trailsAt)}
      inputMode="decimal"
      value={fields.price}
      onChange={({ currentTarget }) => onChange({ ...fields, price: currentTarget.value })}
      error={decimalError(fields.price)}
    />
    <NativeSelect
      label={text.watches}
      aria-label={`${label}: ${text.watches}`}
      data={WATCHED}
      value={fields.watches}
      onChange={({ currentTarget }) => onChange({ ...fields, watches: currentTarget.value as ExitFields['watches'] })}
    />
  </SimpleGrid>
)
