import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { AccountProvider } from '../../account/account-provider.js'
import { AccountState } from '../../account/account-state.js'
import { AccountSkeleton, AccountView } from '../../account/account-view.js'
import { anyAccount } from '../../api/account-reads.js'
import { STREAMED } from '../../api/accounts.js'
import { operatedAccountQuery, type OperatedAccount } from '../../api/firm/firm.js'
import { Page } from '../../app/page.js'
import { AuditTable } from '../../firm/audit-table.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/firm/firm-account.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView } from '../../ui/states.js'
import { AccountActions } from './account-actions.js'

/** An account of any user, as its trader has it, and what an operator may do to it. */
export default function FirmAccountScreen() {
  const { id = '' } = useParams()
  const query = useQuery(operatedAccountQuery(id))
  useReadAgain(id)
  return (
    <ReadingView reading={readingOf(query)} isPage skeleton={<AccountSkeleton />} onRetry={() => void query.refetch()}>
      {(account) => <OperatedAccountView account={account} />}
    </ReadingView>
  )
}

const OperatedAccountView = ({ account }: { readonly account: OperatedAccount }) => (
  <AccountProvider account={account} viewer="operator">
    <Page
      title={account.name}
      subtitle={<Owner account={account} />}
      actions={
        <>
          <Button component={Link} to="/firm/accounts" variant="default">
            {text.toAccounts}
          </Button>
          <AccountActions account={account} />
        </>
      }
    >
      <AccountView account={account} />
      <Titled title={text.audit}>
        <AuditTable
          label={text.audit}
          queryKey={[...anyAccount.key(account.id), 'audit']}
          filter={{ subject: account.id }}
          empty={{ title: text.noAudit }}
        />
      </Titled>
    </Page>
  </AccountProvider>
)

const Owner = ({ account }: { readonly account: OperatedAccount }) => (
  <>
    <AccountState account={account} />
    <Text span size="xs">
      <Link to={`/firm/accounts?user=${encodeURIComponent(account.user_id)}`} className="lone-link">
        {text.user(account.user_id)}
      </Link>
      {' · '}
      {text.plan(account.plan_id, account.plan_version)}
      {' · '}
      <code>{account.id}</code>
    </Text>
  </>
)

const PERIOD_MS = 15_000

/** There is no stream of accounts for operators: what is on the screen is read again now and then. */
function useReadAgain(id: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return
      void queries.invalidateQueries({
        queryKey: anyAccount.key(id),
        predicate: ({ queryKey }) => !POLLED.includes(String(queryKey[2])),
      })
    }, PERIOD_MS)
    return () => clearInterval(timer)
  }, [queries, id])
}

/** These have a period of their own. */
const POLLED: readonly string[] = [...STREAMED, 'equity', 'dead-man-switch']
