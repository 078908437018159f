import { NativeSelect, Text, TextInput } from '@mantine/core'
import { grantPlan } from '../../api/firm/operator-changes.js'
import { grants as text } from '../../text/en/firm/firm-lists.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'

interface GrantDialogProps {
  readonly plans: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onGranted: () => Promise<unknown>
}

export const GRANT_DRAFT = 'grant'

const EMPTY = { user: '', plan: '', challenge: '' }

/** Grants a plan to a user. Sent again after a lost answer, it is the same grant. */
export function GrantDialog({ plans, isOpen, onClose, onGranted }: GrantDialogProps) {
  const { form, setForm } = useFormDraft({ name: GRANT_DRAFT, empty: () => EMPTY, isOpen })
  const change = (part: Partial<typeof EMPTY>): void => setForm((before) => ({ ...before, ...part }))
  const user = form.user.trim()
  const plan = form.plan === '' ? (plans[0] ?? '') : form.plan
  const challenge = form.challenge.trim()
  const leave = (): void => {
    setForm(() => EMPTY)
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={leave}
      title={text.giveTitle}
      confirm={text.giveConfirm}
      isDisabled={user === '' || plan === ''}
      onConfirm={async () => {
        await grantPlan({ user_id: user, plan_id: plan, ...(challenge !== '' && { challenge_id: challenge }) })
        await Promise.all([onGranted(), notify(text.given(user, plan))])
      }}
    >
      <Text size="sm">{text.giveText}</Text>
      <TextInput
        label={text.user}
        value={form.user}
        onChange={({ currentTarget }) => change({ user: currentTarget.value })}
        maxLength={128}
        spellCheck={false}
        required
        data-autofocus
      />
      <NativeSelect
        label={text.plan}
        data={[...plans]}
        value={plan}
        onChange={({ currentTarget }) => change({ plan: currentTarget.value })}
      />
      <TextInput
        label={text.challenge}
        description={text.challengeHint}
        value={form.challenge}
        onChange={({ currentTarget }) => change({ challenge: currentTarget.value })}
        maxLength={128}
        spellCheck={false}
      />
    </ConfirmDialog>
  )
}
