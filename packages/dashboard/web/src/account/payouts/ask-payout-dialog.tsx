import { Button, Text, TextInput } from '@mantine/core'
import { requestPayout } from '../../api/account-changes.js'
import { text } from '../../text/en/firm/payouts.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { formatMoney } from '../../ui/figures/format.js'
import { notify } from '../../ui/notify.js'
import { useShownAccount } from '../account-context.js'
import { useRefreshAccount } from '../account-queries.js'
import { payoutError } from './payout-amounts.js'

/** The name under which the form outlives a login. */
export const askDraft = (accountId: string): string => `payout ${accountId}`

/** A request keeps its `client_id` while the form says the same: sent again after a lost answer, it is one request. */
const formWith = (amount: string) => ({ amount, clientId: crypto.randomUUID() as string })

interface AskPayoutDialogProps {
  /** The most that can be asked for. */
  readonly available: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function AskPayoutDialog({ available, isOpen, onClose }: AskPayoutDialogProps) {
  const { id, currency } = useShownAccount()
  const refresh = useRefreshAccount()
  const { form, setForm } = useFormDraft({ name: askDraft(id), empty: () => formWith(''), isOpen })
  const write = (amount: string): string => formatMoney(amount, currency)
  const problem = payoutError(form.amount, available, write)
  const change = (amount: string): void => setForm(() => formWith(amount))
  const leave = (): void => {
    change('')
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={leave}
      title={text.askTitle}
      confirm={text.ask}
      isDisabled={form.amount.trim() === '' || problem !== null}
      onConfirm={async () => {
        await requestPayout(id, { amount: form.amount.trim(), client_id: form.clientId })
        await Promise.all([refresh(), notify(text.asked)])
      }}
    >
      <Text size="sm">{text.askText}</Text>
      <TextInput
        label={text.amount}
        description={text.amountHint(write(available))}
        inputMode="decimal"
        value={form.amount}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        error={problem}
        required
        data-autofocus
      />
      <div>
        <Button variant="default" size="compact-sm" onClick={() => change(available)}>
          {text.all}
        </Button>
      </div>
    </ConfirmDialog>
  )
}
