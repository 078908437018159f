import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { AccountContext } from '../../account/account-context.js'
import { BreachEvidence } from '../../account/breach-evidence.js'
import { findBreach } from '../../account/find-breach.js'
import { ownAccounts } from '../../api/account-reads.js'
import { accountQuery } from '../../api/accounts.js'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/breach.js'
import { ruleName } from '../../text/en/common.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView } from '../../ui/states.js'

/** Tells why a rule was broken, or nearly. */
export default function BreachScreen() {
  const { id = '', n = '' } = useParams()
  const account = useQuery(accountQuery(id))
  const currency = account.data?.currency ?? 'USD'
  const shown = useMemo(
    () => ({ id, currency, reads: ownAccounts, canTrade: false, path: `/accounts/${id}` }),
    [id, currency],
  )
  const query = useQuery({
    queryKey: [...ownAccounts.key(id), 'breach', n],
    queryFn: ({ signal }) => findBreach(ownAccounts, id, n, signal),
    staleTime: Infinity,
  })
  return (
    <ReadingView reading={readingOf(query)} skeleton={<Skeleton height={500} />} onRetry={() => void query.refetch()}>
      {(breach) => (
        <AccountContext value={shown}>
          <Page
            title={text.title(ruleName(breach.rule))}
            subtitle={account.data?.name}
            actions={
              <Button component={Link} to={`/accounts/${id}?tab=breaches`} variant="default">
                {text.toAccount}
              </Button>
            }
          >
            <BreachEvidence breach={breach} />
          </Page>
        </AccountContext>
      )}
    </ReadingView>
  )
}
