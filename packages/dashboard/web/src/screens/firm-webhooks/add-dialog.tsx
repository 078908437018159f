import { Text, TextInput } from '@mantine/core'
import { explainedError } from '../../api/explained-error.js'
import { addFirmEndpoint, type AddedEndpoint } from '../../api/firm/firm-desk.js'
import { text } from '../../text/en/firm/firm-webhooks.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'

interface AddDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onAdded: (added: AddedEndpoint) => Promise<unknown>
}

export const ADD_DRAFT = 'firm-endpoint'

const EMPTY = { url: '', description: '' }

/** Adds a receiver of the events of all accounts. Of its URL nothing is kept over a login: its path may be a secret. */
export function AddDialog({ isOpen, onClose, onAdded }: AddDialogProps) {
  const { form, setForm } = useFormDraft({
    ...{ name: ADD_DRAFT, empty: () => EMPTY, isOpen },
    kept: ({ description }) => ({ description }),
  })
  const change = (part: Partial<typeof EMPTY>): void => setForm((before) => ({ ...before, ...part }))
  const [url, description] = [form.url.trim(), form.description.trim()]
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        setForm(() => EMPTY)
        onClose()
      }}
      title={text.add}
      confirm={text.addConfirm}
      isDisabled={url === ''}
      onConfirm={async () => {
        const added = await addFirmEndpoint({ url, ...(description !== '' && { description }) }).catch(
          (error: unknown) => {
            throw explainedError(error, text.reasons)
          },
        )
        setForm(() => EMPTY)
        await onAdded(added)
      }}
    >
      <Text size="sm">{text.addText}</Text>
      <TextInput
        type="url"
        label={text.url}
        description={text.urlHint}
        value={form.url}
        maxLength={2048}
        required
        data-autofocus
        onChange={({ currentTarget }) => change({ url: currentTarget.value })}
      />
      <TextInput
        label={text.description}
        description={text.descriptionHint}
        value={form.description}
        maxLength={128}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
    </ConfirmDialog>
  )
}
