import { Anchor, Code, Paper } from '@mantine/core'
import type { Hook } from '@ats/sdk/types'
import { Link } from 'react-router'
import { hooks as words } from '../../../text/en/hooks.js'
import { Fact, Facts } from '../../../ui/figures/facts.js'
import { formatDateTime } from '../../../ui/time/time.js'
import { useZone } from '../../../ui/time/zone.js'
import { CardHeading } from '../../../ui/card-heading.js'

export type HookAction = 'edit' | 'roll' | 'revoke'

interface HookCardProps {
  readonly hook: Hook
  readonly accountName: string
  readonly onAsk: (action: HookAction) => void
}

const ACTIONS = [
  ['edit', words.edit, words.editFor],
  ['roll', words.roll, words.rollFor],
  ['revoke', words.revoke, words.revokeFor],
] as const

/** All that is known of a hook: never more than how its token begins. */
export function HookCard({ hook, accountName, onAsk }: HookCardProps) {
  const zone = useZone()
  const { label, tokenPrefix, accountId, symbols, actions, maxQuantity, maxOrdersPerMinute, ipList, lastUsedAt } = hook
  const heading = `hook-${hook.id}`
  return (
    <Paper component="section" withBorder p="md" bg="var(--surface)" aria-labelledby={heading}>
      <CardHeading id={heading} label={label} actions={ACTIONS} onAsk={onAsk} />
      <Facts>
        <Fact name={words.account}>
          <Anchor component={Link} to={`/accounts/${accountId}`} size="sm">
            {accountName}
          </Anchor>
        </Fact>
        <Fact name={words.prefix}>
          <Code>{tokenPrefix}…</Code>
        </Fact>
        <Fact name={words.maxQuantity}>{maxQuantity}</Fact>
        <Fact name={words.perMinute}>{maxOrdersPerMinute}</Fact>
        <Fact name={words.symbols}>{symbols.length === 0 ? words.anySymbol : symbols.join(', ')}</Fact>
        <Fact name={words.actions}>{actions.join(', ')}</Fact>
        <Fact name={words.from}>{ipList.length === 0 ? words.anywhere : ipList.join(', ')}</Fact>
        <Fact name={words.ends}>{hook.expiresAt === null ? words.never : formatDateTime(hook.expiresAt, zone)}</Fact>
        <Fact name={words.lastUse}>{lastUsedAt === null ? words.notUsed : formatDateTime(lastUsedAt, zone)}</Fact>
        <Fact name={words.created}>{formatDateTime(hook.createdAt, zone)}</Fact>
      </Facts>
    </Paper>
  )
}
