import { Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '@ats/sdk/types'
import { useState } from 'react'
import { keysQuery, updateKey } from '../../../api/keys.js'
import { keys as words, secret } from '../../../text/en/developers.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import type { Issued } from './secret-dialog.js'

export interface KeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
  readonly onIssued: (issued: Issued) => void
}

/** The name of a key, and where its events go. The first URL brings a signing secret. */
export function EditKeyDialog({ apiKey, onClose, onIssued }: KeyDialogProps) {
  const queries = useQueryClient()
  const [label, setLabel] = useState(apiKey.label)
  const [url, setUrl] = useState(apiKey.webhookUrl ?? '')
  const webhookUrl = url.trim() === '' ? null : url.trim()
  const changes = {
    ...(label.trim() !== apiKey.label && { label: label.trim() }),
    // Only what has changed: an address for events asks for a recent login.
    ...(webhookUrl !== apiKey.webhookUrl && { webhookUrl }),
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.editKey(apiKey.label)}
      confirm={words.save}
      isDisabled={label.trim() === '' || Object.keys(changes).length === 0}
      onConfirm={async () => {
        const { webhookSecret, ...changed } = await updateKey(apiKey.id, changes)
        if (webhookSecret !== undefined) onIssued({ title: secret.titleWebhook, apiKey: changed, webhookSecret })
        await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={words.label}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          maxLength={100}
          required
          data-autofocus
        />
        <TextInput
          type="url"
          label={words.webhookUrl}
          description={words.webhookUrlHint}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {words.editHint}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
