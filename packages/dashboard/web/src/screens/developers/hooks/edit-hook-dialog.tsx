import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Hook } from '@ats/sdk/types'
import { useState } from 'react'
import { hooksQuery, updateHook } from '../../../api/hooks.js'
import { hooks as words } from '../../../text/en/hooks.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { TermsFields } from './hook-fields.js'
import { areComplete, changedTermsOf, formOf } from './hook-form.js'

interface EditHookDialogProps {
  readonly hook: Hook
  readonly onClose: () => void
}

/** The name and the limits of a hook: no alert that arrives once they are saved is taken by those before. */
export function EditHookDialog({ hook, onClose }: EditHookDialogProps) {
  const queries = useQueryClient()
  const [form, setForm] = useState(() => formOf(hook))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.editFor(hook.label)}
      confirm={words.save}
      isDisabled={!areComplete(form)}
      onConfirm={async () => {
        await updateHook(hook.id, changedTermsOf(form, hook))
        await queries.invalidateQueries({ queryKey: hooksQuery.queryKey })
      }}
    >
      <Stack gap="sm">
        <TermsFields form={form} onChange={(part) => setForm((before) => ({ ...before, ...part }))} />
      </Stack>
    </ConfirmDialog>
  )
}
