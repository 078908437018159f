import type { Payout } from '@ats/sdk/types'
import { Text } from '@mantine/core'
import { cancelPayout } from '../../api/account-changes.js'
import { text } from '../../text/en/firm/payouts.js'
import { formatMoney } from '../../ui/figures/format.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { useShownAccount } from '../account-context.js'
import { useRefreshAccount } from '../account-queries.js'

interface CancelPayoutDialogProps {
  readonly payout: Payout
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function CancelPayoutDialog({ payout, isOpen, onClose }: CancelPayoutDialogProps) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.cancelTitle(formatMoney(payout.amount, payout.currency))}
      confirm={text.cancelConfirm}
      onConfirm={async () => {
        await cancelPayout(id, payout.id)
        await Promise.all([refresh(), notify(text.cancelled)])
      }}
    >
      <Text size="sm">{text.cancelText}</Text>
    </ConfirmDialog>
  )
}
