import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRefreshAccount } from '../../account/account-queries.js'
import { ApiError } from '../../api/api-error.js'
import type { OperatedAccount } from '../../api/firm/firm.js'
import { reverseBreach } from '../../api/firm/operator-changes.js'
import { isReason } from '../../firm/reason.js'
import { ReasonField } from '../../firm/reason-field.js'
import { text } from '../../text/en/firm/firm-account.js'
import { formatMoney } from '../../ui/figures/format.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { decimalError } from '../../ui/forms/decimal-input.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'
import { draftName } from './actions.js'

interface ReverseDialogProps {
  readonly account: OperatedAccount
  readonly isOpen: boolean
  readonly onClose: () => void
}

const emptyForm = () => ({ reason: '', compensation: '' })

/** Takes back the breach that ended an account; where that leaves it under a floor, offers what is missing. */
export function ReverseDialog({ account, isOpen, onClose }: ReverseDialogProps) {
  const refresh = useRefreshAccount()
  const { form, setForm } = useFormDraft({ name: draftName('reverse', account.id), empty: emptyForm, isOpen })
  const [missing, setMissing] = useState<string | null>(null)
  const { reason, compensation } = form
  const problem = decimalError(compensation)
  const leave = (): void => {
    setForm(emptyForm)
    setMissing(null)
    onClose()
  }
  const reverse = async (): Promise<void> => {
    try {
      await reverseBreach(account.id, reason.trim(), compensation.trim())
    } catch (error) {
      setMissing(missingOf(error))
      throw error
    }
    await Promise.all([refresh(), notify(text.reversed)])
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={leave}
      title={text.reverseTitle}
      confirm={text.reverseConfirm}
      isDangerous
      isDisabled={!isReason(reason) || problem !== null}
      onConfirm={reverse}
    >
      <Text size="sm">{text.reverseText}</Text>
      <ReasonField
        value={reason}
        onChange={(next) => setForm((before) => ({ ...before, reason: next }))}
        hint={text.reasonShown}
      />
      <TextInput
        label={text.compensation}
        description={text.compensationHint}
        inputMode="decimal"
        value={compensation}
        onChange={({ currentTarget: { value } }) => setForm((before) => ({ ...before, compensation: value }))}
        error={problem}
      />
      {missing !== null && (
        <Missing
          amount={formatMoney(missing, account.currency)}
          onGive={() => setForm((before) => ({ ...before, compensation: missing }))}
        />
      )}
    </ConfirmDialog>
  )
}

const Missing = ({ amount, onGive }: { readonly amount: string; readonly onGive: () => void }) => (
  <Alert>
    <Text size="sm">{text.missing(amount)}</Text>
    <Button mt="xs" size="xs" variant="default" onClick={onGive}>
      {text.giveMissing(amount)}
    </Button>
  </Alert>
)

/** The sum to the highest floor, where that is why it was refused. */
function missingOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.body.reason !== 'under_floor') return null
  const { missing } = error.body
  return missing === undefined ? null : String(missing)
}
