import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountsQuery } from '../../../api/accounts.js'
import { createHook, hooksQuery } from '../../../api/hooks.js'
import { hooks as words, token } from '../../../text/en/hooks.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { hasDraft, useFormDraft } from '../../../ui/forms/form-draft.js'
import { KeptNote } from '../../../ui/forms/kept-note.js'
import { AccountField, TermsFields } from './hook-fields.js'
import { EMPTY_HOOK, isComplete, newHookOf, type HookForm } from './hook-form.js'
import type { IssuedHook } from './token-dialog.js'

const HOOK_DRAFT = { name: 'new-hook', empty: () => EMPTY_HOOK }

/** Whether a hook was being created when its user had to log in again. */
export const hasHookDraft = (): boolean => hasDraft(HOOK_DRAFT.name)

interface CreateHookDialogProps {
  readonly onClose: () => void
  readonly onIssued: (issued: IssuedHook) => void
}

export function CreateHookDialog({ onClose, onIssued }: CreateHookDialogProps) {
  const queries = useQueryClient()
  const accounts = useQuery(accountsQuery).data ?? []
  const { form: typed, setForm, isKept } = useFormDraft<HookForm>(HOOK_DRAFT)
  const form = { ...typed, accountId: typed.accountId === '' ? (accounts[0]?.id ?? '') : typed.accountId }
  const change = (part: Partial<HookForm>): void => setForm((before) => ({ ...before, ...part }))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.create}
      confirm={words.create}
      isDisabled={!isComplete(form)}
      onConfirm={async () => {
        onIssued({ title: token.titleNew, ...(await createHook(newHookOf(form))) })
        await queries.invalidateQueries({ queryKey: hooksQuery.queryKey })
      }}
    >
      <KeptNote isKept={isKept} text={words.kept} />
      <Stack gap="sm">
        <AccountField accountId={form.accountId} accounts={accounts} onChange={change} />
        <TermsFields form={form} onChange={change} />
      </Stack>
    </ConfirmDialog>
  )
}
