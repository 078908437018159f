import { Button, Skeleton } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/breach.js'
import { ruleName } from '../../text/en/common.js'
import { readingOf, type Reading } from '../../ui/reading.js'
import { ReadingView } from '../../ui/states.js'
import { useShownAccount } from '../account-context.js'
import { AccountProvider, type Viewer } from '../account-provider.js'
import { BreachEvidence } from './breach-evidence.js'
import { findBreach } from './find-breach.js'

interface BreachPageProps {
  readonly account: Reading<Pick<Account, 'id' | 'name' | 'currency'>>
  readonly breachId: string
  readonly viewer: Viewer
  readonly onRetry: () => void
}

/** Tells why a rule was broken, or nearly. */
export const BreachPage = ({ account, breachId, viewer, onRetry }: BreachPageProps) => (
  <ReadingView reading={account} isPage skeleton={<BreachSkeleton />} onRetry={onRetry}>
    {(known) => (
      <AccountProvider account={known} viewer={viewer}>
        <Breach name={known.name} breachId={breachId} />
      </AccountProvider>
    )}
  </ReadingView>
)

function Breach({ name, breachId }: { readonly name: string; readonly breachId: string }) {
  const { id, reads, path } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'breach', breachId],
    queryFn: ({ signal }) => findBreach(reads, id, breachId, signal),
    staleTime: Infinity,
  })
  return (
    <ReadingView reading={readingOf(query)} isPage skeleton={<BreachSkeleton />} onRetry={() => void query.refetch()}>
      {(breach) => (
        <Page
          title={text.titles[breach.severity](ruleName(breach.rule))}
          subtitle={name}
          actions={
            <Button component={Link} to={`${path}?tab=breaches`} variant="default">
              {text.toAccount}
            </Button>
          }
        >
          <BreachEvidence breach={breach} />
        </Page>
      )}
    </ReadingView>
  )
}

const BreachSkeleton = () => <Skeleton height={500} />
