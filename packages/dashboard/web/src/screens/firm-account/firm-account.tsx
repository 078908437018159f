import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { AccountContext } from '../../account/account-context.js'
import { AccountState } from '../../account/account-state.js'
import { AccountView } from '../../account/account-view.js'
import { DeadManSwitch } from '../../account/switches.js'
import { anyAccount } from '../../api/account-reads.js'
import { STREAMED } from '../../api/accounts.js'
import { operatedAccountQuery, type OperatedAccount } from '../../api/firm.js'
import { Page } from '../../app/page.js'
import { AuditTable } from '../../firm/audit-table.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/firm-account.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView } from '../../ui/states.js'
import { AccountActions } from './account-actions.js'

/** An account of any user, as its trader has it, and what an operator may do to it. */
export default function FirmAccountScreen() {
  const { id = '' } = useParams()
  const query = useQuery(operatedAccountQuery(id))
  useReadAgain(id)
  return (
    <ReadingView reading={readingOf(query)} skeleton={<AccountSkeleton />} onRetry={() => void query.refetch()}>
      {(account) => <OperatedAccountView account={account} />}
    </ReadingView>
  )
}

function OperatedAccountView({ account }: { readonly account: OperatedAccount }) {
  const { id, currency } = account
  const shown = useMemo(
    () => ({ id, currency, reads: anyAccount, canTrade: false, path: `/firm/accounts/${id}` }),
    [id, currency],
  )
  return (
    <AccountContext value={shown}>
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
        <DeadManSwitch />
        <AccountView account={account} />
        <Titled title={text.audit}>
          <AuditTable label={text.audit} accountId={id} empty={text.noAudit} />
        </Titled>
      </Page>
    </AccountContext>
  )
}

const Owner = ({ account }: { readonly account: OperatedAccount }) => (
  <>
    <AccountState account={account} />
    <Text span size="xs">
      <Link to={`/firm/accounts?user=${encodeURIComponent(account.user_id)}`}>{text.user(account.user_id)}</Link>
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

const AccountSkeleton = () => (
  <Stack gap="md" aria-busy>
    <Skeleton height={48} width={320} />
    <Skeleton height={78} />
    <Skeleton height={380} />
    <Skeleton height={320} />
  </Stack>
)
