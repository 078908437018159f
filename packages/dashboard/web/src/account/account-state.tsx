import { Group, Text } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import { useRisk } from '../live/account-readings.js'
import { text } from '../text/en/account.js'
import { ruleName } from '../text/en/common.js'
import { ShortId } from '../ui/short-id.js'
import { StateBadge } from '../ui/state-badge.js'
import { LiveBadge } from './live-badge.js'
import { formatDateTime } from '../ui/time/time.js'
import { useZone } from '../ui/time/zone.js'
import { useShownAccount } from './account-context.js'

/** The state, and what holds the account. */
export function AccountState({ account }: { readonly account: Account }) {
  const { reads } = useShownAccount()
  const { value: risk } = useRisk(account.id, reads)
  const zone = useZone()
  const until = (at: string | null): string => (at === null ? '' : `, ${text.until(formatDateTime(at, zone))}`)
  const holds = account.holds.map(
    ({ kind, until: at, reason }) => `${reason === null ? text.holds[kind] : ruleName(reason)}${until(at)}`,
  )
  const reason = holds.length > 0 ? holds.join(' · ') : account.state_reason && ruleName(account.state_reason)
  return (
    <Group gap="xs" mt={4}>
      <StateBadge state={risk?.state ?? account.state} />
      <LiveBadge account={account} />
      <span>{account.plan_id}</span>
      {account.challenge_id !== null && <span>{text.challenge(account.challenge_id)}</span>}
      <ShortId id={account.id} />
      {reason !== null && <span>{text.reason(reason)}</span>}
      {risk?.stale === true && (
        <Text span size="sm" c="var(--warn)">
          {text.stale}
        </Text>
      )}
    </Group>
  )
}
