import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '@ats/sdk/types'
import { Link, useParams } from 'react-router'
import { AccountProvider } from '../../account/account-provider.js'
import { AccountState } from '../../account/account-state.js'
import { AccountSkeleton, AccountView } from '../../account/account-view.js'
import { RenameAccount } from '../../account/rename-account.js'
import { KillSwitch } from '../../account/switches/kill-switch.js'
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
    <ReadingView reading={readingOf(query)} isPage skeleton={<AccountSkeleton />} onRetry={() => void query.refetch()}>
      {(account) => <ShownAccount account={account} />}
    </ReadingView>
  )
}

const ShownAccount = ({ account }: { readonly account: Account }) => (
  <AccountProvider account={account} viewer="trader">
    <Page
      title={account.name}
      subtitle={<AccountState account={account} />}
      actions={
        <>
          <Button component={Link} to="/accounts" variant="default">
            {text.toAccounts}
          </Button>
          <RenameAccount account={account} />
          <KillSwitch account={account} />
        </>
      }
    >
      <AccountView account={account} />
    </Page>
  </AccountProvider>
)
