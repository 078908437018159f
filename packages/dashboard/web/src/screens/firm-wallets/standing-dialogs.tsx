import { Text } from '@mantine/core'
import { drainWallet, pauseWallet, resumeWallet, type TradingWallet } from '../../api/firm/firm-wallets.js'
import { formDrafts } from '../../api/form-drafts.js'
import { ReasonField } from '../../firm/reason-field.js'
import { isReason } from '../../firm/reason.js'
import { text as accountWords } from '../../text/en/firm/firm-account.js'
import { text } from '../../text/en/firm/firm-wallets.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'

/** A change of a wallet's state that an operator is about to make. */
export interface StandingChange {
  readonly verb: 'pause' | 'drain' | 'resume'
  readonly wallet: TradingWallet
}

interface ChangeDraft {
  readonly change: StandingChange
  readonly reason: string
}

const DRAFT = 'wallet-change'

/** The change that was being made when its operator had to log in again. */
export const keptChange = (): StandingChange | undefined => (formDrafts.read(DRAFT) as ChangeDraft | null)?.change

const WORDS = {
  pause: { title: text.pauseTitle, confirm: text.pauseConfirm, done: text.paused, act: pauseWallet },
  drain: { title: text.drainTitle, confirm: text.drainConfirm, done: text.drained, act: drainWallet },
  resume: { title: text.resumeTitle, confirm: text.resumeConfirm, done: text.resumed, act: resumeWallet },
}

interface StandingDialogProps {
  readonly change: StandingChange
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onChanged: () => Promise<unknown>
}

/** Pauses, drains or resumes a wallet; the first two for a reason. */
export function StandingDialog({ change, isOpen, onClose, onChanged }: StandingDialogProps) {
  const { verb, wallet } = change
  const { form, setForm } = useFormDraft<ChangeDraft>({
    ...{ name: DRAFT, isOpen },
    empty: () => ({ change, reason: '' }),
  })
  const { title, confirm, done, act } = WORDS[verb]
  const hasReason = verb !== 'resume'
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      confirm={confirm}
      isDangerous={hasReason}
      isDisabled={hasReason && !isReason(form.reason)}
      onConfirm={async () => {
        await act(wallet.address, form.reason.trim())
        await Promise.all([onChanged(), notify(done)])
      }}
    >
      <Text size="sm">
        <code>{wallet.address}</code>
      </Text>
      <Text size="sm">
        {verb === 'resume' ? text.resumeText(wallet.state_reason) : verb === 'pause' ? text.pauseText : text.drainText}
      </Text>
      {hasReason && (
        <ReasonField
          value={form.reason}
          onChange={(reason) => setForm((before) => ({ ...before, reason }))}
          hint={accountWords.reasonKept}
        />
      )}
    </ConfirmDialog>
  )
}
