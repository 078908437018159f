import { Text, TextInput } from '@mantine/core'
import { add, subtract } from '@ats/sdk/numbers/decimal'
import { useRefreshAccount } from '../../account/account-queries.js'
import { decimalError } from '../../ui/forms/decimal-input.js'
import type { OperatedAccount } from '../../api/firm/firm.js'
import { moveCapital, type CapitalMovement } from '../../api/firm/operator-changes.js'
import { text } from '../../text/en/firm/firm-account.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { formatMoney } from '../../ui/figures/format.js'
import { notify } from '../../ui/notify.js'
import { Segments } from '../../ui/forms/segments.js'
import { isReason } from '../../firm/reason.js'
import { ReasonField } from '../../firm/reason-field.js'
import { draftName, isReference } from './actions.js'

interface CapitalDialogProps {
  readonly account: OperatedAccount
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The reference is made with the form: what is sent again after a lost answer moves nothing twice. */
const emptyForm = (): CapitalMovement => ({
  amount: '',
  direction: 'IN',
  reason: '',
  reference: `dashboard-${crypto.randomUUID()}`,
})

/** Adds capital to an account, or pays out of it. */
export function CapitalDialog({ account, isOpen, onClose }: CapitalDialogProps) {
  const refresh = useRefreshAccount()
  const { form, setForm } = useFormDraft({ name: draftName('capital', account.id), empty: emptyForm, isOpen })
  const change = (part: Partial<CapitalMovement>): void => setForm((before) => ({ ...before, ...part }))
  const { amount, direction, reason, reference } = form
  const amountProblem = decimalError(amount)
  const hasAmount = amount.trim() !== '' && amountProblem === null
  const leave = (): void => {
    setForm(emptyForm)
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={leave}
      title={text.capitalTitle}
      confirm={text.capitalConfirm[direction]}
      isDangerous={direction === 'OUT'}
      isDisabled={!hasAmount || !isReason(reason) || !isReference(reference)}
      onConfirm={async () => {
        await moveCapital(account.id, { ...form, amount: amount.trim(), reason: reason.trim() })
        await Promise.all([refresh(), notify(text.moved)])
      }}
    >
      <Text size="sm">{text.capitalText}</Text>
      <div>
        <Segments
          label={text.direction}
          options={text.directions}
          value={direction}
          onChange={(next) => change({ direction: next })}
        />
      </div>
      <TextInput
        label={text.amount}
        inputMode="decimal"
        value={amount}
        onChange={({ currentTarget }) => change({ amount: currentTarget.value })}
        error={amountProblem}
        required
        data-autofocus
      />
      {hasAmount && <BalanceThen account={account} amount={amount.trim()} direction={direction} />}
      <ReasonField value={reason} onChange={(next) => change({ reason: next })} hint={text.reasonKept} />
      <TextInput
        label={text.reference}
        description={text.referenceHint}
        value={reference}
        onChange={({ currentTarget }) => change({ reference: currentTarget.value })}
        error={isReference(reference) ? null : text.referenceWrong}
        spellCheck={false}
        required
      />
    </ConfirmDialog>
  )
}

type BalanceThenProps = Pick<CapitalMovement, 'amount' | 'direction'> & Pick<CapitalDialogProps, 'account'>

function BalanceThen({ account: { balance, currency }, amount, direction }: BalanceThenProps) {
  const after = direction === 'IN' ? add(balance, amount) : subtract(balance, amount)
  return (
    <Text size="sm" role="status">
      {text.balanceThen(formatMoney(balance, currency), formatMoney(after, currency))}
    </Text>
  )
}
