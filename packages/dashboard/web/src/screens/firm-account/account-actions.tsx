import { Button, Text } from '@mantine/core'
import { useRefreshAccount } from '../../account/account-queries.js'
import type { OperatedAccount } from '../../api/firm/firm.js'
import { closeAccount, haltAccount, releaseAccount } from '../../api/firm/operator-changes.js'
import { text } from '../../text/en/firm/firm-account.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { hasDraft, useFormDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'
import { isReason } from '../../firm/reason.js'
import { ACTIONS, canClose, canHalt, canReverse, draftName, releasable, type Action } from './actions.js'
import { AdjustDialog } from './adjust-dialog.js'
import { CapitalDialog } from './capital-dialog.js'
import { ReverseDialog } from './reverse-dialog.js'
import { ReasonField } from '../../firm/reason-field.js'

interface ActionsProps {
  readonly account: OperatedAccount
}

/** The buttons for all that an operator may do to an account in the state that it is in. */
export function AccountActions({ account }: ActionsProps) {
  // The one that was open when the operator had to log in again.
  const dialog = useDialog<Action>(ACTIONS.find((action) => hasDraft(draftName(action, account.id))))
  const { subject, isOpen, open, close } = dialog
  const isPossible: Record<Action, boolean> = {
    release: releasable(account) !== null,
    halt: canHalt(account),
    reverse: canReverse(account),
    capital: true,
    adjust: true,
    close: canClose(account),
  }
  const shown = { account, onClose: close }
  return (
    <>
      {ACTIONS.filter((action) => isPossible[action]).map((action) => (
        <Button
          key={action}
          variant="default"
          c={action === 'close' ? 'var(--down)' : undefined}
          onClick={() => open(action)}
        >
          {text.actions[action]}
        </Button>
      ))}
      <ReasonedDialog {...shown} kind="halt" isOpen={isOpen && subject === 'halt'} />
      <ReleaseDialog {...shown} isOpen={isOpen && subject === 'release'} />
      <ReverseDialog {...shown} isOpen={isOpen && subject === 'reverse'} />
      <CapitalDialog {...shown} isOpen={isOpen && subject === 'capital'} />
      <AdjustDialog {...shown} isOpen={isOpen && subject === 'adjust'} />
      <ReasonedDialog {...shown} kind="close" isOpen={isOpen && subject === 'close'} />
    </>
  )
}

export interface ActionDialogProps {
  readonly account: OperatedAccount
  readonly isOpen: boolean
  readonly onClose: () => void
}

const noReason = () => ({ reason: '' })

const REASONED = {
  halt: { title: text.haltTitle, confirm: text.haltConfirm, done: text.halted, act: haltAccount },
  close: { title: text.closeTitle, confirm: text.closeConfirm, done: text.closed, act: closeAccount },
}

/** Halts or closes an account, for a reason that its trader reads. */
function ReasonedDialog({ account, kind, isOpen, onClose }: ActionDialogProps & { readonly kind: 'halt' | 'close' }) {
  const refresh = useRefreshAccount()
  const { form, setForm } = useFormDraft({ name: draftName(kind, account.id), empty: noReason, isOpen })
  const { reason } = form
  const setReason = (next: string): void => setForm(() => ({ reason: next }))
  const { title, confirm, done, act } = REASONED[kind]
  const { working_orders: orders, open_positions: positions } = account
  const leave = (): void => {
    setReason('')
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={leave}
      title={title}
      confirm={confirm}
      isDangerous
      isDisabled={!isReason(reason)}
      onConfirm={async () => {
        await act(account.id, reason.trim())
        await Promise.all([refresh(), notify(done)])
      }}
    >
      <Text size="sm">
        {kind === 'halt' ? text.haltText : text.closeText(text.orderCount(orders), text.positionCount(positions))}
      </Text>
      <ReasonField value={reason} onChange={setReason} hint={text.reasonShown} />
    </ConfirmDialog>
  )
}

function ReleaseDialog({ account, isOpen, onClose }: ActionDialogProps) {
  const refresh = useRefreshAccount()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.releaseTitle}
      confirm={text.releaseConfirm}
      onConfirm={async () => {
        await releaseAccount(account.id)
        await Promise.all([refresh(), notify(text.released)])
      }}
    >
      <Text size="sm">{text.releaseText[releasable(account) ?? 'halt']}</Text>
    </ConfirmDialog>
  )
}
