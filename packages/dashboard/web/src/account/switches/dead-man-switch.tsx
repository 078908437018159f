import { Button, Group, Skeleton, Text } from '@mantine/core'
import type { Account, AnswerOf, Operations } from '@ats/sdk/types'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { disarmDeadManSwitch } from '../../api/account-changes.js'
import { keysQuery } from '../../api/keys.js'
import { text } from '../../text/en/dead-man-switch.js'
import { useNow } from '../../ui/time/clock.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { notify } from '../../ui/notify.js'
import { Panel } from '../../ui/panel.js'
import { TimeText } from '../../ui/time/time-text.js'
import { formatSpan } from '../../ui/time/time.js'
import { useShownAccount } from '../account-context.js'
import { hasEnded } from '../account-limits.js'
import { useRefreshAccount } from '../account-queries.js'
import { ArmDialog } from './arm-dialog.js'
import styles from './dead-man-switch.module.css'

type Switch = AnswerOf<Operations['getDeadManSwitch']>
interface SwitchProps {
  readonly account: Pick<Account, 'state'>
}

/** A bot renews its switch every few seconds: what is shown of it is hardly older. */
const PERIOD_MS = 5_000

/** The dead-man's switch: whether it is armed, by whom, and what it does when; its trader arms and disarms it. */
export function DeadManSwitch({ account }: SwitchProps) {
  const { id, reads, canTrade } = useShownAccount()
  const dialog = useDialog<'arm' | 'disarm'>()
  const { data: now } = useQuery({
    queryKey: [...reads.key(id), 'dead-man-switch'],
    queryFn: ({ signal }) => reads.deadManSwitch(id, signal),
    refetchInterval: PERIOD_MS,
  })
  useRunOutNotice(now?.last_ran_out_at)
  if (now === undefined) return <Skeleton height={72} />
  if (hasEnded(account.state) && now.last_ran_out_at === null) return null
  return (
    <Panel>
      <Group justify="space-between" gap="sm">
        <div className={styles.words}>
          <Text size="sm">
            <b>{text.name}:</b> <State now={now} />
          </Text>
          <Text size="xs" c="dimmed">
            <History now={now} />
          </Text>
        </div>
        {canTrade && !hasEnded(account.state) && (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => dialog.open('arm')}>
              {now.armed ? text.change : text.arm}
            </Button>
            {now.armed && (
              <Button variant="default" size="xs" onClick={() => dialog.open('disarm')}>
                {text.disarm}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {dialog.subject === 'arm' && <ArmDialog isArmed={now.armed} isOpen={dialog.isOpen} onClose={dialog.close} />}
      <DisarmDialog isOpen={dialog.isOpen && dialog.subject === 'disarm'} onClose={dialog.close} />
    </Panel>
  )
}

/** Tells when it runs out while the account is shown; its event has everything of the account read again. */
function useRunOutNotice(ranOutAt: string | null | undefined): void {
  const shown = useRef(ranOutAt)
  useEffect(() => {
    if (ranOutAt !== null && ranOutAt !== undefined && shown.current !== undefined && ranOutAt !== shown.current)
      void notify(text.ranOutNow)
    shown.current = ranOutAt
  }, [ranOutAt])
}

const State = ({ now: { action, expires_at: expiresAt } }: { readonly now: Switch }) =>
  action === null || expiresAt === null ? text.off : <Countdown action={action} at={expiresAt} />

/** It may run out between two readings: then it acts within a second or so. */
function Countdown({ action, at }: { readonly action: NonNullable<Switch['action']>; readonly at: string }) {
  const left = Date.parse(at) - useNow()
  return left > 0 ? text.actsIn(text.actions[action], formatSpan(left)) : text.actsNow(text.actions[action])
}

function History({ now }: { readonly now: Switch }) {
  const renewedBy = useRenewedBy(now)
  return (
    <>
      {now.armed_at === null ? text.hint : text.armedBy(renewedBy)}{' '}
      {now.armed_at !== null && (
        <>
          {text.armedSince} <TimeText at={now.armed_at} />.{' '}
        </>
      )}
      {now.last_ran_out_at !== null && (
        <>
          {text.ranOut} <TimeText at={now.last_ran_out_at} />: {text.ranOutHint}
        </>
      )}
    </>
  )
}

/** The name of the key that the last heartbeat came through; its id for those who cannot list the keys. */
function useRenewedBy({ origin, key_id: keyId }: Switch): string {
  const { canTrade } = useShownAccount()
  const { data: keys } = useQuery({ ...keysQuery, enabled: canTrade && keyId !== null })
  if (origin === null) return text.origins.unknown
  if (keyId === null) return text.origins[origin]
  return text.key(keys?.find((key) => key.id === keyId)?.label ?? keyId)
}

function DisarmDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.disarmTitle}
      confirm={text.disarmConfirm}
      onConfirm={async () => {
        await disarmDeadManSwitch(id)
        await Promise.all([refresh(), notify(text.disarmed)])
      }}
    >
      <Text size="sm">{text.disarmText}</Text>
    </ConfirmDialog>
  )
}
