import { Anchor, Badge, Code, Group, Paper } from '@mantine/core'
import type { ApiKey } from '@ats/sdk/types'
import { Link } from 'react-router'
import { keys as words } from '../../../text/en/developers.js'
import { useNow } from '../../../ui/time/clock.js'
import { Fact, Facts } from '../../../ui/figures/facts.js'
import { formatDateTime, formatSpan } from '../../../ui/time/time.js'
import { useZone } from '../../../ui/time/zone.js'
import { endOf } from './key-form.js'
import { CardHeading } from '../../../ui/card-heading.js'

export type KeyAction = 'edit' | 'roll' | 'revoke'

interface KeyCardProps {
  readonly apiKey: ApiKey
  readonly onAsk: (action: KeyAction) => void
}

const ACTIONS = [
  ['edit', words.edit, words.editKey],
  ['roll', words.roll, words.rollKey],
  ['revoke', words.revoke, words.revokeKey],
] as const

/** All that is known of a key: never more than how it begins. */
export function KeyCard({ apiKey, onAsk }: KeyCardProps) {
  const zone = useZone()
  const { label, keyPrefix, permissions, ipWhitelist, webhookUrl, lastUsedAt, lastUsedIp, createdAt } = apiKey
  const heading = `key-${apiKey.id}`
  return (
    <Paper component="section" withBorder p="md" bg="var(--surface)" aria-labelledby={heading}>
      <CardHeading id={heading} label={label} actions={ACTIONS} onAsk={onAsk} />
      <Facts>
        <Fact name={words.prefix}>
          <Code>{keyPrefix}…</Code>
        </Fact>
        <Fact name={words.scopes}>
          <Group gap={4} component="span">
            {permissions.map((scope) => (
              <Badge key={scope} component="span" variant="default" radius="sm" tt="none">
                {words.scopeNames[scope]}
              </Badge>
            ))}
          </Group>
        </Fact>
        <Fact name={words.addresses}>{ipWhitelist.length === 0 ? words.anywhere : ipWhitelist.join(', ')}</Fact>
        <Fact name={words.expiry}>
          <End apiKey={apiKey} />
        </Fact>
        <Fact name={words.lastUse}>
          {lastUsedAt === null ? words.notUsed : formatDateTime(lastUsedAt, zone)}{' '}
          {lastUsedIp !== null && words.usedFrom(lastUsedIp)}
        </Fact>
        <Fact name={words.created}>{formatDateTime(createdAt, zone)}</Fact>
        {webhookUrl !== null && (
          <Fact name={words.webhookUrl}>
            <Anchor component={Link} to={`/developers/webhooks?key=${apiKey.id}`} size="sm">
              {webhookUrl}
            </Anchor>
          </Fact>
        )}
      </Facts>
    </Paper>
  )
}

function End({ apiKey }: { readonly apiKey: ApiKey }) {
  const zone = useZone()
  const now = useNow()
  const { expiresAt } = apiKey
  const end = endOf(apiKey, now)
  if (expiresAt === null || end === 'never') return words.never
  const time = formatDateTime(expiresAt, zone)
  if (end === 'later') return time
  const told = end === 'ended' ? words.ended : words.endsSoon(formatSpan(Date.parse(expiresAt) - now))
  return (
    <span>
      {time} <strong>({told})</strong>
    </span>
  )
}
