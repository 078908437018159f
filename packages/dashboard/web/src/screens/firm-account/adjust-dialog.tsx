import { Text, TextInput } from '@mantine/core'
import { useRefreshAccount } from '../../account/account-queries.js'
import type { OperatedAccount } from '../../api/firm/firm.js'
import { adjustProfit, type Adjustment } from '../../api/firm/operator-changes.js'
import { ReasonField } from '../../firm/reason-field.js'
import { isReason } from '../../firm/reason.js'
import { text } from '../../text/en/firm/firm-account.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { decimalError } from '../../ui/forms/decimal-input.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { Segments } from '../../ui/forms/segments.js'
import { notify } from '../../ui/notify.js'
import { draftName } from './actions.js'

interface AdjustDialogProps {
  readonly account: OperatedAccount
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Form = Required<Pick<Adjustment, 'amount' | 'direction' | 'reason' | 'reference'>>

/** The reference is made with the form: what is sent again after a lost answer takes nothing twice. */
const emptyForm = (): Form => ({
  ...{ amount: '', direction: 'TAKE', reason: '' },
  reference: `dashboard-${crypto.randomUUID()}`,
})

/** Takes something off the profit that is paid out, or gives it back. */
export function AdjustDialog({ account, isOpen, onClose }: AdjustDialogProps) {
  const refresh = useRefreshAccount()
  const { form, setForm } = useFormDraft({ name: draftName('adjust', account.id), empty: emptyForm, isOpen })
  const change = (part: Partial<Form>): void => setForm((before) => ({ ...before, ...part }))
  const { direction, reason } = form
  const amount = String(form.amount).trim()
  const problem = decimalError(amount)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        setForm(emptyForm)
        onClose()
      }}
      title={text.adjustTitle}
      confirm={text.adjustConfirm[direction]}
      isDangerous={direction === 'TAKE'}
      isDisabled={amount === '' || problem !== null || !isReason(reason)}
      onConfirm={async () => {
        await adjustProfit(account.id, { ...form, amount, reason: reason.trim() })
        await Promise.all([refresh(), notify(text.adjusted)])
      }}
    >
      <Text size="sm">{text.adjustText}</Text>
      <div>
        <Segments
          label={text.direction}
          options={text.adjustDirections}
          value={direction}
          onChange={(next) => change({ direction: next })}
        />
      </div>
      <TextInput
        label={text.amount}
        inputMode="decimal"
        value={String(form.amount)}
        onChange={({ currentTarget }) => change({ amount: currentTarget.value })}
        error={problem}
        required
        data-autofocus
      />
      <ReasonField value={reason} onChange={(next) => change({ reason: next })} hint={text.reasonShown} />
    </ConfirmDialog>
  )
}
