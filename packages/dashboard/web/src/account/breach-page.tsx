import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { AccountReads } from '../api/account-reads.js'
import { Page } from '../app/page.js'
import { text } from '../text/en/breach.js'
import { ruleName } from '../text/en/common.js'
import { readingOf } from '../ui/reading.js'
import { ReadingView } from '../ui/states.js'
import { AccountContext } from './account-context.js'
import { BreachEvidence } from './breach-evidence.js'
import { findBreach } from './find-breach.js'

interface BreachPageProps {
  readonly id: string
  readonly breachId: string
  readonly account: { readonly name: string; readonly currency: string } | undefined
  readonly reads: AccountReads
  /** The path of the account's page. */
  readonly path: string
}

/** Tells why a rule was broken, or nearly. */
export function BreachPage({ id, breachId, account, reads, path }: BreachPageProps) {
  const currency = account?.currency ?? 'USD'
  const shown = useMemo(() => ({ id, currency, reads, canTrade: false, path }), [id, currency, reads, path])
  const query = useQuery({
    queryKey: [...reads.key(id), 'breach', breachId],
    queryFn: ({ signal }) => findBreach(reads, id, breachId, signal),
    staleTime: Infinity,
  })
  return (
    <ReadingView reading={readingOf(query)} skeleton={<Skeleton height={500} />} onRetry={() => void query.refetch()}>
      {(breach) => (
        <AccountContext value={shown}>
          <Page
            title={text.title(ruleName(breach.rule))}
            subtitle={account?.name}
            actions={
              <Button component={Link} to={`${path}?tab=breaches`} variant="default">
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
