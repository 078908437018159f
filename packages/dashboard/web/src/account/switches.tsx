import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { disarmDeadManSwitch, liftKillSwitch, throwKillSwitch } from '../api/account-changes.js'
import { text } from '../text/en/account.js'
import { useNow } from '../ui/clock.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'
import { useDialog } from '../ui/dialog-state.js'
import { notify } from '../ui/notify.js'
import { formatSpan } from '../ui/time.js'
import { useShownAccount } from './account-context.js'
import { useRefreshAccount } from './account-queries.js'

/** The buttons that stop an account, and let it go on. */
export function KillSwitch({ account }: { readonly account: Account }) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  const dialog = useDialog<'throw' | 'lift'>()
  const [flatten, setFlatten] = useState(false)
  const isThrown = account.holds.some(({ kind }) => kind === 'user_kill_switch')
  const hasEnded = account.state === 'TERMINATED' || account.state === 'CLOSED'
  if (hasEnded) return null
  const act = async (): Promise<void> => {
    await (dialog.subject === 'lift' ? liftKillSwitch(id) : throwKillSwitch(id, flatten))
    await Promise.all([refresh(), notify(dialog.subject === 'lift' ? text.lifted : text.killed)])
  }
  const isLifting = dialog.subject === 'lift'
  return (
    <>
      <Button
        variant="default"
        c={isThrown ? undefined : 'var(--down)'}
        onClick={() => dialog.open(isThrown ? 'lift' : 'throw')}
      >
        {isThrown ? text.lift : text.kill}
      </Button>
      <ConfirmDialog
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        title={isLifting ? text.liftTitle : text.killTitle}
        confirm={isLifting ? text.liftConfirm : text.killConfirm}
        isDangerous={!isLifting}
        onConfirm={act}
      >
        <Text size="sm">{isLifting ? text.liftText : text.killText}</Text>
        {!isLifting && (
          <Checkbox
            label={text.killFlatten}
            checked={flatten}
            onChange={({ currentTarget }) => setFlatten(currentTarget.checked)}
          />
        )}
      </ConfirmDialog>
    </>
  )
}

const PERIOD_MS = 10_000

/** Whether the dead-man's switch is armed, and what it does when; nothing while it is not. */
export function DeadManSwitch() {
  const { id, reads, canTrade } = useShownAccount()
  const refresh = useRefreshAccount()
  const dialog = useDialog<true>()
  const { data } = useQuery({
    queryKey: [...reads.key(id), 'dead-man-switch'],
    queryFn: ({ signal }) => reads.deadManSwitch(id, signal),
    refetchInterval: PERIOD_MS,
  })
  if (data?.armed !== true || data.action === null || data.expires_at === null) return null
  return (
    <Group gap="xs">
      <Text size="sm">
        {text.deadMan}: <Expiry action={text.deadManActions[data.action]} at={data.expires_at} />
      </Text>
      {canTrade && (
        <Button size="compact-sm" variant="default" onClick={() => dialog.open(true)}>
          {text.disarm}
        </Button>
      )}
      <ConfirmDialog
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        title={text.disarmTitle}
        confirm={text.disarmConfirm}
        onConfirm={async () => {
          await disarmDeadManSwitch(id)
          await Promise.all([refresh(), notify(text.disarmed)])
        }}
      >
        <Text size="sm">{text.disarmText}</Text>
      </ConfirmDialog>
    </Group>
  )
}

const Expiry = ({ action, at }: { readonly action: string; readonly at: string }) =>
  text.deadManOn(action, formatSpan(Date.parse(at) - useNow()))
