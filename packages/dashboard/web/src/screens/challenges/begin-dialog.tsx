import { Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { planRules } from '../../account/plan-rules.js'
import { RulesList } from '../../account/rules-list.js'
import {
  beginChallenge,
  challengeGrantsQuery,
  challengesQuery,
  programVersionQuery,
  type DetailedProgram,
  type Program,
} from '../../api/challenges.js'
import { accountsQuery } from '../../api/accounts.js'
import { explainedError } from '../../api/explained-error.js'
import { text } from '../../text/en/challenges.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { formatMoney } from '../../ui/figures/format.js'
import { notify } from '../../ui/notify.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView, RowsSkeleton } from '../../ui/states.js'

interface BeginDialogProps {
  readonly program: Program
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Begins a challenge, once: the request keeps its `client_id` while the dialog says the same. */
export function BeginDialog({ program, isOpen, onClose }: BeginDialogProps) {
  const navigate = useNavigate()
  const detailed = useQuery(programVersionQuery(program.id, program.version))
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
      <ReadingView reading={readingOf(detailed)} skeleton={<RowsSkeleton />} onRetry={() => void detailed.refetch()}>
        {({ phases }) => phases.map((phase) => <PhaseRules key={phase.id} phase={phase} />)}
      </ReadingView>
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

/** The rules of a phase in words, closed at first: a program has several, of a dozen sentences each. */
const PhaseRules = ({ phase: { label, plan } }: { readonly phase: DetailedProgram['phases'][number] }) => (
  <details>
    <summary>{text.rulesOf(label, formatMoney(plan.initial_balance, plan.currency))}</summary>
    <RulesList rules={planRules(plan)} />
  </details>
)
