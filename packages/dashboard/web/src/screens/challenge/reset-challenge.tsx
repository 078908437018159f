import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { challengeGrantsQuery, challengesQuery, resetChallenge } from '../../api/challenges.js'
import { accountsQuery } from '../../api/accounts.js'
import { explainedError } from '../../api/explained-error.js'
import { text } from '../../text/en/challenges.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

/** The button that begins the phase again that a challenge has failed. */
export function ResetChallenge({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false)
  const [clientId] = useState(() => crypto.randomUUID())
  const queries = useQueryClient()
  const reset = async (): Promise<void> => {
    await resetChallenge(id, clientId).catch((error: unknown) => {
      throw explainedError(error, text.reasons)
    })
    for (const { queryKey } of [challengeGrantsQuery, accountsQuery]) void queries.invalidateQueries({ queryKey })
    await Promise.all([queries.invalidateQueries({ queryKey: challengesQuery.queryKey }), notify(text.resetDone)])
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.reset}</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={text.resetTitle}
        confirm={text.reset}
        onConfirm={reset}
      >
        <Text size="sm">{text.resetText}</Text>
      </ConfirmDialog>
    </>
  )
}
