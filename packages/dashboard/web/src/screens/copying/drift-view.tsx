import { Button, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CopyLink } from '@ats/sdk/types'
import { copyLinkQuery } from '../../api/copy-links.js'
import { actions, drift as words } from '../../text/en/copying.js'
import { formatDecimal } from '../../ui/figures/format.js'
import type { NamedLink } from './named-link.js'

/** How soon it is read again. */
const EVERY_MS = 10_000

interface DriftViewProps {
  readonly named: NamedLink
  readonly onSync: () => void
}

/** Where the follower of a link holds something else than it should, and the button that mends it. */
export function DriftView({ named: { link, name }, onSync }: DriftViewProps) {
  const { data } = useQuery({ ...copyLinkQuery(link.id), refetchInterval: EVERY_MS })
  const drift = data?.drift ?? []
  return (
    <Group justify="space-between" gap="xs" mt="sm" mih={30}>
      {data !== undefined && drift.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      {drift.length > 0 && (
        <>
          <div>
            <Text size="sm" fw={600} c="var(--warn)">
              {words.title}
            </Text>
            <DriftList drift={drift} />
          </div>
          <Button size="xs" variant="default" onClick={onSync} aria-label={actions.nameFor(words.sync, name)}>
            {words.sync}
          </Button>
        </>
      )}
    </Group>
  )
}

export const DriftList = ({ drift }: { readonly drift: NonNullable<CopyLink['drift']> }) => (
  <List size="sm">
    {drift.map(({ symbol, venue, actual, target }) => (
      <List.Item key={`${venue} ${symbol}`}>
        {words.row(symbol, venue, formatDecimal(actual), formatDecimal(target))}
      </List.Item>
    ))}
  </List>
)
