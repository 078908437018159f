import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import {
  challengeGrantsQuery,
  challengeQuery,
  programVersionQuery,
  type Challenge,
  type DetailedProgram,
} from '../../api/challenges.js'
import { ObjectiveList } from '../../account/objective-list.js'
import { ScalingStep } from '../../account/payouts/scaling-step.js'
import { ownAccounts } from '../../api/account-reads.js'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/challenges.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { ShortId } from '../../ui/short-id.js'
import { StateBadge } from '../../ui/state-badge.js'
import { ReadingView, RowsSkeleton } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'
import { ChallengeStatus } from '../../challenges/challenge-status.js'
import { ResetChallenge } from './reset-challenge.js'

/** A challenge: its phases in their order, each with its accounts. */
export default function ChallengeScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...challengeQuery(id), refetchInterval: 5_000 })
  return (
    <ReadingView reading={readingOf(query)} isPage skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
      {(challenge) => <ShownChallenge challenge={challenge} />}
    </ReadingView>
  )
}

function ShownChallenge({ challenge }: { readonly challenge: Challenge }) {
  const { id, name, status, program_id: programId, program_version: version } = challenge
  const hasEnded = challenge.ended_at !== null
  const program = useQuery(programVersionQuery(programId, version))
  const { data: grants = [] } = useQuery(challengeGrantsQuery)
  const hasReset = grants.some(
    (grant) => grant.kind === 'RESET' && grant.challenge_id === id && grant.account_id === null,
  )
  return (
    <Page
      title={name}
      subtitle={
        <Group gap="xs" mt={4}>
          <ChallengeStatus status={status} />
          <span>{text.version(programId, version)}</span>
          <ShortId id={id} />
        </Group>
      }
      actions={
        <>
          <Button variant="default" component={Link} to="/challenges">
            {text.toChallenges}
          </Button>
          {hasEnded && hasReset && <ResetChallenge id={id} />}
        </>
      }
    >
      <ReadingView reading={readingOf(program)} skeleton={<RowsSkeleton />} onRetry={() => void program.refetch()}>
        {({ phases }) => (
          <Stack gap="md">
            {phases.map((phase) => (
              <PhasePanel key={phase.id} phase={phase} challenge={challenge} />
            ))}
          </Stack>
        )}
      </ReadingView>
    </Page>
  )
}

const LIVES = ['ACTIVE', 'REDUCE_ONLY', 'HALTED']

/** The next step by which the account of a phase grows. */
function NextStep({ accountId, currency }: { readonly accountId: string; readonly currency: string }) {
  const { data } = useQuery({
    queryKey: [...ownAccounts.key(accountId), 'available-payout'],
    queryFn: ({ signal }) => ownAccounts.availablePayout(accountId, signal),
    refetchInterval: 5_000,
  })
  return data?.scaling === undefined ? null : <ScalingStep scaling={data.scaling} currency={currency} />
}

/** Each part of the objective of an account that is traded: what it is, and what it has to be. */
function Progress({ accountId, currency }: { readonly accountId: string; readonly currency: string }) {
  const { data } = useQuery({
    queryKey: [...ownAccounts.key(accountId), 'objectives'],
    queryFn: ({ signal }) => ownAccounts.objectives(accountId, signal),
    refetchInterval: 5_000,
  })
  return data === undefined ? null : <ObjectiveList states={data.objectives} currency={currency} />
}

interface PhasePanelProps {
  readonly phase: DetailedProgram['phases'][number]
  readonly challenge: Challenge
}

const PhasePanel = ({ phase, challenge }: PhasePanelProps) => {
  const accounts = challenge.accounts.filter((account) => account.phase === phase.id)
  const { risk_config: risk } = phase.plan
  return (
    <Panel>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{phase.label}</Title>
        <Text size="sm" c="dimmed">
          {phase.plan.name}
        </Text>
      </Group>
      {accounts.length === 0 && <Text size="sm">{text.notYet}</Text>}
      {accounts.map((account) => (
        <Group key={account.account_id} gap="md" mb={4}>
          <StateBadge state={account.state} />
          <Text size="sm">{text.attempt(account.attempt)}</Text>
          <Text size="sm" component="div">
            {text.openedAt} <TimeText at={account.opened_at} />
          </Text>
          {account.passed_at !== null && (
            <Text size="sm" component="div">
              {text.passedAt} <TimeText at={account.passed_at} />
            </Text>
          )}
          <Link to={`/accounts/${account.account_id}`} aria-label={text.toAccountOf(phase.label, account.attempt)}>
            {text.toAccount}
          </Link>
        </Group>
      ))}
      {accounts
        .filter(({ state }) => LIVES.includes(state))
        .map(({ account_id: id }) => (
          <Stack key={id} gap="sm" mt="sm">
            {risk.objective !== null && <Progress accountId={id} currency={phase.plan.currency} />}
            {risk.scaling !== undefined && <NextStep accountId={id} currency={phase.plan.currency} />}
          </Stack>
        ))}
    </Panel>
  )
}
