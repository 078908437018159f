import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery } from '../../api/accounts.js'
import { COMPETITIONS_KEY, enterCompetition, type Competition, type CompetitionEntry } from '../../api/competitions.js'
import { explainedError } from '../../api/explained-error.js'
import { text } from '../../text/en/competitions.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

interface EnterDialogProps {
  readonly competition: Competition
  /** The entry of the user, whose name is changed then. */
  readonly own: CompetitionEntry | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Enters a competition with an account of its plan, or changes the name of the entry. */
export function EnterDialog({ competition, own, isOpen, onClose }: EnterDialogProps) {
  const queries = useQueryClient()
  const { data: accounts = [] } = useQuery(accountsQuery)
  const fitting = accounts.filter(
    ({ plan_id: plan, plan_version: version, state }) =>
      plan === competition.plan_id && version === competition.plan_version && state === 'ACTIVE',
  )
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState(own?.display_name ?? '')
  const accountId = own?.account_id ?? (chosen === '' ? (fitting[0]?.id ?? '') : chosen)
  const enter = async (): Promise<void> => {
    const shown = name.trim()
    const body = { account_id: accountId, ...(shown !== '' && { display_name: shown }) }
    await enterCompetition(competition.id, body).catch((error: unknown) => {
      throw explainedError(error, text.reasons)
    })
    await queries.invalidateQueries({ queryKey: COMPETITIONS_KEY })
    await notify(own === undefined ? text.enterDone(competition.name) : text.renamed)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={own === undefined ? text.enterTitle(competition.name) : text.renameTitle}
      confirm={own === undefined ? text.enter : text.rename}
      isDisabled={accountId === ''}
      onConfirm={enter}
    >
      {own === undefined && <Text size="sm">{text.enterText}</Text>}
      {own === undefined && fitting.length === 0 && (
        <Text size="sm" role="status">
          {text.noAccount}
        </Text>
      )}
      {own === undefined && fitting.length > 0 && (
        <NativeSelect
          label={text.account}
          data={fitting.map((account) => ({ value: account.id, label: account.name }))}
          value={accountId}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <TextInput
        label={text.displayName}
        description={text.displayNameHint}
        maxLength={64}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
