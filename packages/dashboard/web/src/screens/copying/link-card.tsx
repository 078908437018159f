import { Anchor, Button, Group, Paper, Title } from '@mantine/core'
import type { CopyLink } from '@ats/sdk/types'
import { Link } from 'react-router'
import { actions, links as words } from '../../text/en/copying.js'
import { Fact, Facts } from '../../ui/figures/facts.js'
import { formatDecimal } from '../../ui/figures/format.js'
import { formatDateTime } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'
import { ToneBadge, type Tone } from '../../ui/tone-badge.js'
import { DriftView } from './drift-view.js'
import { isFollowed } from './is-followed.js'
import { actionsOf, isFinal, type LinkAction } from './link-actions.js'
import type { NamedLink } from './named-link.js'

interface LinkCardProps {
  readonly named: NamedLink
  readonly onAsk: (action: LinkAction | 'sync' | 'change') => void
}

const TONES: Readonly<Record<CopyLink['status'], Tone>> = {
  ...{ INVITED: 'warning', ACTIVE: 'good', PAUSED: 'warning', ENDED: 'plain' },
}

/** A link: its accounts, its terms, and what its user may do. */
export function LinkCard({ named, onAsk }: LinkCardProps) {
  const { link, name } = named
  const { id, status, reason } = link
  const heading = `link-${id}`
  const isRunningHere = isFollowed(link) && ['ACTIVE', 'PAUSED'].includes(status)
  return (
    <Paper component="section" withBorder p="md" bg="var(--surface)" aria-labelledby={heading}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Group gap="xs">
          <Title order={2} size="h3" id={heading}>
            {name}
          </Title>
          <ToneBadge tone={TONES[status]}>
            {words.statuses[status]}
            {reason !== null && `, ${words.reasons[reason]}`}
          </ToneBadge>
        </Group>
        <Group gap={6}>
          {isRunningHere && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onAsk('change')}
              aria-label={actions.nameFor(words.change, name)}
            >
              {words.change}
            </Button>
          )}
          {actionsOf(link).map((action) => (
            <Button
              key={action}
              size="xs"
              variant="default"
              c={isFinal(action) ? 'var(--down)' : undefined}
              onClick={() => onAsk(action)}
              aria-label={actions.nameFor(actions.of[action].name, name)}
            >
              {actions.of[action].name}
            </Button>
          ))}
        </Group>
      </Group>
      <Terms named={named} />
      {isRunningHere && <DriftView named={named} onSync={() => onAsk('sync')} />}
    </Paper>
  )
}

function Terms({ named: { link, leader, follower } }: Pick<LinkCardProps, 'named'>) {
  const zone = useZone()
  const { sizing, symbols, role, copy, max_slippage_pct: slippage } = link
  return (
    <Facts>
      <Fact name={words.leader}>
        <Party id={link.leader_account_id} label={leader} isOwn={role !== 'FOLLOWER'} />
      </Fact>
      <Fact name={words.follower}>
        <Party id={link.follower_account_id} label={follower} isOwn={role !== 'LEADER'} />
      </Fact>
      <Fact name={words.sizing}>{words.sizings[sizing.mode](formatDecimal(sizing.value))}</Fact>
      <Fact name={words.maxQuantity}>
        {sizing.max_quantity === null ? words.noMost : formatDecimal(sizing.max_quantity)}
      </Fact>
      <Fact name={words.copied}>{copy.map((kind) => words.kinds[kind]).join(', ')}</Fact>
      <Fact name={words.symbols}>{symbols === null ? words.anySymbol : symbols.join(', ')}</Fact>
      <Fact name={words.slippage}>
        {slippage === null ? words.anyPrice : words.slippageOf(formatDecimal(slippage))}
      </Fact>
      <Fact name={words.delay}>{words.delayOf(link.max_delay_ms.toLocaleString('en-US'))}</Fact>
      <Fact name={words.onRefusal}>{words.refusals[link.on_refusal]}</Fact>
      <Fact name={words.created}>{formatDateTime(link.created_at, zone)}</Fact>
    </Facts>
  )
}

interface PartyProps {
  readonly id: string
  readonly label: string
  readonly isOwn: boolean
}

const Party = ({ id, label, isOwn }: PartyProps) =>
  isOwn ? (
    <Anchor component={Link} to={`/accounts/${id}`} size="sm">
      {label}
    </Anchor>
  ) : (
    `${label}, ${words.others}`
  )
