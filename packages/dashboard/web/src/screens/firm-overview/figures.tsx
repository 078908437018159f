import { Group, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { FirmOverview } from '../../api/firm/firm.js'
import { text } from '../../text/en/firm/firm.js'
import { Money } from '../../ui/figures/figure.js'
import { LabelledFigure } from '../../ui/figures/labelled-figure.js'
import { Panel } from '../../ui/panel.js'
import { StateBadge } from '../../ui/state-badge.js'
import { TimeText } from '../../ui/time/time-text.js'
import { count } from '../../firm/count.js'

type Accounts = FirmOverview['accounts']

/** How many accounts are in each state: each leads to them. */
export const AccountStates = ({ accounts }: { readonly accounts: Accounts }) => (
  <Panel title={text.byState} actions={<Link to="/firm/accounts">{text.total(count(accounts.total))}</Link>}>
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
      {(Object.keys(accounts.by_state) as (keyof Accounts['by_state'])[]).map((state) => (
        <Group key={state} gap="xs" wrap="nowrap">
          <Link to={`/firm/accounts?state=${state}`}>
            <StateBadge state={state} />
          </Link>
          <Text span fw={600}>
            {count(accounts.by_state[state])}
          </Text>
        </Group>
      ))}
    </SimpleGrid>
  </Panel>
)

/** The sums of everything that is held. */
export const FirmExposure = ({ exposure }: { readonly exposure: FirmOverview['exposure'] }) => (
  <Panel title={text.exposure}>
    <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm">
      <LabelledFigure label={text.exposureNet}>
        <Money value={exposure.net_notional} />
      </LabelledFigure>
      <LabelledFigure label={text.exposureGross}>
        <Money value={exposure.gross_notional} />
      </LabelledFigure>
      <LabelledFigure label={text.exposureUnrealized}>
        <Money value={exposure.unrealized_pnl} signed />
      </LabelledFigure>
      <LabelledFigure label={text.exposurePositions}>{count(exposure.positions)}</LabelledFigure>
    </SimpleGrid>
  </Panel>
)

/** The breaches since the day began, by how much they weigh. */
export const BreachesToday = ({ breaches }: { readonly breaches: FirmOverview['breaches_today'] }) => (
  <Panel
    title={text.breachesToday}
    actions={
      <Text span size="xs" c="dimmed">
        {text.breachesSince} <TimeText at={breaches.since} />
      </Text>
    }
  >
    <SimpleGrid cols={3} spacing="sm">
      {(['HARD', 'SOFT', 'WARN'] as const).map((severity) => (
        <LabelledFigure key={severity} label={text.severities[severity]} isLarge>
          {count(breaches.by_severity[severity])}
        </LabelledFigure>
      ))}
    </SimpleGrid>
  </Panel>
)

/** The payouts that traders have asked for and nobody has paid. */
export const Unpaid = ({ payouts }: { readonly payouts: FirmOverview['unpaid_payouts'] }) => (
  <Panel title={text.unpaid} actions={<Link to="/firm/payouts">{text.unpaidAll}</Link>}>
    <Group gap="md">
      <Text span fw={600}>
        <Money value={payouts.amount} />
      </Text>
      <Text span size="sm" c="dimmed">
        {text.unpaidCount(count(payouts.count))}
      </Text>
    </Group>
  </Panel>
)
