import { NativeSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Hook } from '@ats/sdk/types'
import { useState } from 'react'
import { hooksQuery, revokeHook, rotateHook } from '../../../api/hooks.js'
import { hooks as words, token } from '../../../text/en/hooks.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { notify } from '../../../ui/notify.js'
import type { IssuedHook } from './token-dialog.js'

interface HookDialogProps {
  readonly hook: Hook
  readonly onClose: () => void
  readonly onIssued: (issued: IssuedHook) => void
}

const HOURS = [24, 72, 168, 1, 0] as const

/** A new token of a hook; that of now goes on for as long as it may take to change the alerts. */
export function RollHookDialog({ hook, onClose, onIssued }: HookDialogProps) {
  const queries = useQueryClient()
  const [hours, setHours] = useState<string>('24')
  return (
    <ConfirmDialog
      isOpen
      isDangerous={hours === '0'}
      onClose={onClose}
      title={words.rollFor(hook.label)}
      confirm={words.roll}
      onConfirm={async () => {
        onIssued({ title: token.titleRolled, ...(await rotateHook(hook.id, Number(hours))) })
        await queries.invalidateQueries({ queryKey: hooksQuery.queryKey })
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{words.rollHint}</Text>
        <NativeSelect
          label={words.overlap}
          data={HOURS.map((value) => ({ value: String(value), label: words.overlaps[value] }))}
          value={hours}
          onChange={({ currentTarget }) => setHours(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}

export function RevokeHookDialog({ hook, onClose }: HookDialogProps) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      onClose={onClose}
      title={words.revokeFor(hook.label)}
      confirm={words.revoke}
      onConfirm={async () => {
        await revokeHook(hook.id)
        await queries.invalidateQueries({ queryKey: hooksQuery.queryKey })
        void notify(words.revoked(hook.label))
      }}
    >
      <Text size="sm">{words.revokeHint}</Text>
    </ConfirmDialog>
  )
}
