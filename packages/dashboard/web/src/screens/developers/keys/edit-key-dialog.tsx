import { Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '@ats/sdk/types'
import { keysQuery, updateKey } from '../../../api/keys.js'
import { keys as words } from '../../../text/en/developers.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../../ui/forms/form-draft.js'
import type { Issued } from './secret-dialog.js'

export interface KeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
  readonly onIssued: (issued: Issued) => void
}

/** The name under which the form of a key outlives a login. */
export const editDraft = (keyId: string): string => `edit-key ${keyId}`

/** The name of a key. */
export function EditKeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const queries = useQueryClient()
  const { form, setForm } = useFormDraft({ name: editDraft(apiKey.id), empty: () => ({ label: apiKey.label }) })
  const { label } = form
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.editKey(apiKey.label)}
      confirm={words.save}
      isDisabled={label.trim() === '' || label.trim() === apiKey.label}
      onConfirm={async () => {
        await updateKey(apiKey.id, { label: label.trim() })
        await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={words.label}
          value={label}
          onChange={({ currentTarget }) => setForm(() => ({ label: currentTarget.value }))}
          maxLength={100}
          required
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          {words.editHint}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
