import { NativeSelect, Text } from '@mantine/core'
import type { BodyOf, Operations } from '@ats/sdk/types'
import { useState } from 'react'
import { armDeadManSwitch } from '../../api/account-changes.js'
import { text } from '../../text/en/dead-man-switch.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { formatSpan } from '../../ui/time/time.js'
import { useShownAccount } from '../account-context.js'
import { useRefreshAccount } from '../account-queries.js'

interface ArmDialogProps {
  readonly isArmed: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Action = BodyOf<Operations['armDeadManSwitch']>['action']

const ACTIONS = ['CANCEL_OPENING', 'CANCEL_ALL', 'FLATTEN'] as const satisfies readonly Action[]
const MINUTE_MS = 60_000
const TIMEOUTS = [1, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS)

/** Arms the switch by hand: this page sends no heartbeats, so it runs out unless it is armed again. */
export function ArmDialog({ isArmed, isOpen, onClose }: ArmDialogProps) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  const [action, setAction] = useState<Action>('CANCEL_ALL')
  const [timeout, setTimeoutMs] = useState(15 * MINUTE_MS)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.armTitle}
      confirm={text.armConfirm}
      isDangerous={action === 'FLATTEN'}
      onConfirm={async () => {
        await armDeadManSwitch(id, { action, timeout_ms: timeout })
        await Promise.all([refresh(), notify(text.armed)])
      }}
    >
      <Text size="sm">{isArmed ? text.armAgainText : text.armText}</Text>
      <NativeSelect
        label={text.action}
        data={ACTIONS.map((value) => ({ value, label: text.actionNames[value] }))}
        value={action}
        onChange={({ currentTarget }) => setAction(currentTarget.value as Action)}
      />
      <NativeSelect
        label={text.timeout}
        data={TIMEOUTS.map((ms) => ({ value: String(ms), label: formatSpan(ms) }))}
        value={String(timeout)}
        onChange={({ currentTarget }) => setTimeoutMs(Number(currentTarget.value))}
      />
    </ConfirmDialog>
  )
}
