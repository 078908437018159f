import { Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keysQuery, rotateKey } from '../../../api/keys.js'
import { keys as words, secret } from '../../../text/en/developers.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import type { KeyDialogProps } from './edit-key-dialog.js'

const HOURS = [24, 72, 168, 1, 0] as const

/** New credentials of a key; those of now go on for as long as the bot may need to change over. */
export function RollKeyDialog({ apiKey, onClose, onIssued }: KeyDialogProps) {
  const queries = useQueryClient()
  const [hours, setHours] = useState<string>('24')
  return (
    <ConfirmDialog
      isOpen
      isDangerous={hours === '0'}
      onClose={onClose}
      title={words.rollKey(apiKey.label)}
      confirm={words.roll}
      onConfirm={async () => {
        onIssued({ title: secret.titleRolled, ...(await rotateKey(apiKey.id, Number(hours))) })
        await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{words.rollHint}</Text>
        <Select
          label={words.overlap}
          data={HOURS.map((value) => ({ value: String(value), label: words.overlaps[value] }))}
          value={hours}
          onChange={(value) => setHours(value ?? '24')}
          allowDeselect={false}
        />
      </Stack>
    </ConfirmDialog>
  )
}
