import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '@ats/sdk/types'
import { Link } from 'react-router'
import { useRisk } from '../../live/account-readings.js'
import { text } from '../../text/en/account.js'
import { ruleName } from '../../text/en/common.js'
import { asSentence } from '../../ui/figures/as-sentence.js'
import { useShownAccount } from '../account-context.js'

/** Above an account that a rule has ended: which one, and the way to its evidence. */
export function EndedNotice({ account }: { readonly account: Account }) {
  const { id, reads, path } = useShownAccount()
  const { value: risk } = useRisk(id, reads)
  const isEnded = (risk?.state ?? account.state) === 'TERMINATED'
  const breaches = useQuery({
    queryKey: [...reads.key(id), 'newest-breaches'],
    queryFn: ({ signal }) => reads.breaches(id, { limit: 20, signal }),
    enabled: isEnded,
  })
  if (!isEnded) return null
  const breach = breaches.data?.rows.find(({ action }) => action === 'TERMINATED')
  const rule = breach?.rule ?? risk?.state_reason ?? account.state_reason
  return (
    <Alert color="red" variant="light" role="status" title={text.endedTitle}>
      {breach === undefined ? ruleName(rule ?? '') : asSentence(breach.message)}{' '}
      <Anchor
        component={Link}
        to={breach === undefined ? `${path}?tab=breaches` : `${path}/breaches/${breach.id}`}
        size="sm"
        underline="always"
        className="lone-link"
      >
        {text.endedWhy}
      </Anchor>
    </Alert>
  )
}
