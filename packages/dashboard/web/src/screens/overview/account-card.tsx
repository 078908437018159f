import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { subtract } from '@ats/sdk/numbers/decimal'
import type { Account, Risk } from '@ats/sdk/types'
import { Link } from 'react-router'
import { accountMark } from '../../account/account-labels.js'
import { FloorGauges } from '../../account/floor-gauges.js'
import { LiveBadge } from '../../account/live-badge.js'
import { ruleName } from '../../text/en/common.js'
import { text } from '../../text/en/overview.js'
import { Money } from '../../ui/figures/figure.js'
import { GAUGE_HEIGHT } from '../../ui/figures/gauge.js'
import { LabelledFigure } from '../../ui/figures/labelled-figure.js'
import type { Reading } from '../../ui/reading.js'
import { StateBadge } from '../../ui/state-badge.js'
import { AsOf, ReadingView } from '../../ui/states.js'
import { formatDateTime } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'
import styles from './account-card.module.css'

export const CARD_HEIGHT = 292

/** An account: its state, its equity, today's result, and how much room each rule leaves. */
interface AccountCardProps {
  readonly account: Account
  readonly reading: Reading<Risk>
}

export function AccountCard({ account, reading }: AccountCardProps) {
  const { value: risk, at, problem } = reading
  const zone = useZone()
  const lockedUntil = risk?.locked_until ?? account.locked_until
  const reason = risk?.state_reason ?? account.state_reason
  return (
    <Paper component="article" className={styles.card} aria-labelledby={`account-${account.id}`}>
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <div className={styles.title}>
          <Title order={2} size="h3" id={`account-${account.id}`}>
            <Link to={`/accounts/${account.id}`} className={styles.link}>
              {account.name}
            </Link>
          </Title>
          <Text size="xs" c="dimmed">
            {account.plan_id} · {accountMark(account)}
            {reason !== null && ` · ${ruleName(reason)}`}
            {lockedUntil !== null && ` · ${text.until(formatDateTime(lockedUntil, zone))}`}
          </Text>
        </div>
        <Group gap={6} wrap="nowrap">
          <LiveBadge account={account} />
          <StateBadge state={risk?.state ?? account.state} />
        </Group>
      </Group>
      <ReadingView reading={reading} skeleton={<BodySkeleton />}>
        {(value) => <Body account={account} risk={value} />}
      </ReadingView>
      <AsOf at={at} isOld={problem !== null} />
    </Paper>
  )
}

function Body({ account, risk }: { readonly account: Account; readonly risk: Risk }) {
  const { currency } = account
  return (
    <Stack gap="sm">
      <Group gap="xl">
        <LabelledFigure label={text.equity} isLarge>
          <Money value={risk.equity} currency={currency} />
        </LabelledFigure>
        <LabelledFigure label={text.today} isLarge>
          <Money value={subtract(risk.equity, account.day_start_equity)} currency={currency} signed />
        </LabelledFigure>
      </Group>
      {risk.stale && (
        <Text size="xs" c="var(--warn)">
          {text.stale}
        </Text>
      )}
      <FloorGauges account={account} risk={risk} />
    </Stack>
  )
}

const BodySkeleton = () => (
  <Stack gap="sm" aria-busy aria-label={text.waiting} role="status">
    <Skeleton height={46} width={220} />
    <Skeleton height={GAUGE_HEIGHT} />
    <Skeleton height={GAUGE_HEIGHT} />
    <Skeleton height={GAUGE_HEIGHT} />
  </Stack>
)
