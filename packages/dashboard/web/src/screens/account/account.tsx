import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '@ats/sdk/types'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { AccountContext } from '../../account/account-context.js'
import { AccountState } from '../../account/account-state.js'
import { AccountView } from '../../account/account-view.js'
import { DeadManSwitch, KillSwitch } from '../../account/switches.js'
import { ownAccounts } from '../../api/account-reads.js'
import { accountQuery } from '../../api/accounts.js'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/account.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView } from '../../ui/states.js'

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
        subtitle={<AccountState account={account} />}
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

const AccountSkeleton = () => (
  <Stack gap="md" aria-busy>
    <Skeleton height={48} width={320} />
    <Skeleton height={78} />
    <Skeleton height={380} />
    <Skeleton height={320} />
  </Stack>
)
