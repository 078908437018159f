import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { beginChallenge, challengeGrantsQuery, challengesQuery, type Program } from '../../api/challenges.js'
import { accountsQuery } from '../../api/accounts.js'
import { explainedError } from '../../api/explained-error.js'
import { text } from '../../text/en/challenges.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

interface BeginDialogProps {
  readonly program: Program
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Begins a challenge, once: the request keeps its `client_id` while the dialog says the same. */
export function BeginDialog({ program, isOpen, onClose }: BeginDialogProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const rename = (value: string): void => {
    setName(value)
    setClientId(crypto.randomUUID())
  }
  const begin = async (): Promise<void> => {
    const named = name.trim() === '' ? {} : { name: name.trim() }
    const challenge = await beginChallenge({ program_id: program.id, client_id: clientId, ...named }).catch(
      (error: unknown) => {
        throw explainedError(error, text.reasons)
      },
    )
    for (const { queryKey } of [challengesQuery, challengeGrantsQuery, accountsQuery])
      void queries.invalidateQueries({ queryKey })
    await notify(text.begun(challenge.name))
    await navigate(`/challenges/${challenge.id}`)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.beginTitle(program.name)}
      confirm={text.begin}
      onConfirm={begin}
    >
      <Text size="sm">{text.beginText}</Text>
      <TextInput
        label={text.name}
        description={text.nameHint}
        maxLength={128}
        value={name}
        onChange={({ currentTarget }) => rename(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
