import { Text, TextInput } from '@mantine/core'
import type { Plan } from '@ats/sdk/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { openAccount } from '../../api/account-changes.js'
import { accountsQuery } from '../../api/accounts.js'
import { explainedError } from '../../api/explained-error.js'
import { grantsQuery } from '../../api/plans.js'
import { text } from '../../text/en/open-account.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

interface OpenDialogProps {
  readonly plan: Plan
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Opens an account of a plan, once: the request keeps its `client_id` while the dialog says the same. */
export function OpenDialog({ plan, isOpen, onClose }: OpenDialogProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [challenge, setChallenge] = useState('')
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    setClientId(crypto.randomUUID())
  }
  const open = async (): Promise<void> => {
    const account = await openAccount({
      plan_id: plan.id,
      client_id: clientId,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(challenge.trim() === '' ? {} : { challenge_id: challenge.trim() }),
    }).catch((error: unknown) => {
      throw explainedError(error, text.reasons)
    })
    void queries.invalidateQueries({ queryKey: accountsQuery.queryKey })
    void queries.invalidateQueries({ queryKey: grantsQuery.queryKey })
    await notify(text.opened(account.name))
    await navigate(`/accounts/${account.id}`)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.dialogTitle(plan.name)}
      confirm={text.confirm}
      onConfirm={open}
    >
      <Text size="sm">{text.dialogText}</Text>
      <TextInput
        label={text.name}
        description={text.nameHint}
        maxLength={64}
        value={name}
        onChange={({ currentTarget }) => change(setName)(currentTarget.value)}
      />
      <TextInput
        label={text.challenge}
        description={text.challengeHint}
        maxLength={64}
        value={challenge}
        onChange={({ currentTarget }) => change(setChallenge)(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
