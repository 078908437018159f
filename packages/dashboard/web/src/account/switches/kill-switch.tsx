import { Button, Checkbox, Text } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import { useState } from 'react'
import { liftKillSwitch, throwKillSwitch } from '../../api/account-changes.js'
import { text } from '../../text/en/account.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { notify } from '../../ui/notify.js'
import { useShownAccount } from '../account-context.js'
import { hasEnded } from '../account-limits.js'
import { useRefreshAccount } from '../account-queries.js'

/** The button that stops an account, or lets it go on. */
export function KillSwitch({ account }: { readonly account: Account }) {
  const { id } = useShownAccount()
  const refresh = useRefreshAccount()
  const dialog = useDialog<'throw' | 'lift'>()
  const [flatten, setFlatten] = useState(false)
  const isThrown = account.holds.some(({ kind }) => kind === 'user_kill_switch')
  if (hasEnded(account.state)) return null
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
