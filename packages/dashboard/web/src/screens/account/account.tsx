import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '@ats/sdk/types'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { AccountContext } from '../../account/account-context.js'
import { AccountView } from '../../account/account-view.js'
import { DeadManSwitch, KillSwitch } from '../../account/switches.js'
import { ownAccounts } from '../../api/account-reads.js'
import { accountQuery } from '../../api/accounts.js'
import { Page } from '../../app/page.js'
import { useRisk } from '../../live/account-readings.js'
import { text } from '../../text/en/account.js'
import { ruleName } from '../../text/en/common.js'
import { readingOf } from '../../ui/reading.js'
import { StateBadge } from '../../ui/state-badge.js'
import { ReadingView } from '../../ui/states.js'
import { formatDateTime } from '../../ui/time.js'
import { useZone } from '../../ui/zone.js'

/** An account of the user. */
export default function AccountScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...accountQuery(id), refetchInterval: 60_000 })
  return (
    <ReadingView reading={readingOf(query)} skeleton={<AccountSkeleton />} onRetry={() => void query.refetch()}>
      {(account) => <ShownAccount account={account} />}
    </ReadingView>
  )
}

function ShownAccount({ account }: { readonly account: Account }) {
  const { id, currency } = account
  const shown = useMemo(
    () => ({ id, currency, reads: ownAccounts, canTrade: true, path: `/accounts/${id}` }),
    [id, currency],
  )
  return (
    <AccountContext value={shown}>
      <Page
        title={account.name}
        subtitle={<State account={account} />}
        actions={
          <>
            <Button component={Link} to="/accounts" variant="default">
              {text.toAccounts}
            </Button>
            <KillSwitch account={account} />
          </>
        }
      >
        <DeadManSwitch />
        <AccountView account={account} />
      </Page>
    </AccountContext>
  )
}

/** The state, and what holds the account. */
function State({ account }: { readonly account: Account }) {
  const { value: risk } = useRisk(account.id, ownAccounts)
  const zone = useZone()
  const until = (at: string | null): string => (at === null ? '' : `, ${text.until(formatDateTime(at, zone))}`)
  const holds = account.holds.map(({ kind, until: at, reason }) => `${reason ?? text.holds[kind]}${until(at)}`)
  const reason = holds.length > 0 ? holds.join(' · ') : account.state_reason && ruleName(account.state_reason)
  return (
    <Group gap="xs" mt={4}>
      <StateBadge state={risk?.state ?? account.state} />
      <span>{account.plan_id}</span>
      {reason !== null && <span>{text.reason(reason)}</span>}
      {risk?.stale === true && (
        <Text span size="sm" c="var(--warn)">
          {text.stale}
        </Text>
      )}
    </Group>
  )
}

const AccountSkeleton = () => (
  <Stack gap="md" aria-busy>
    <Skeleton height={48} width={320} />
    <Skeleton height={78} />
    <Skeleton height={380} />
    <Skeleton height={320} />
  </Stack>
)
