import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { subtract } from '@ats/sdk/numbers/decimal'
import type { Account, Risk } from '@ats/sdk/types'
import { useRisk, useSummary } from '../live/account-readings.js'
import { text } from '../text/en/account.js'
import { ruleName } from '../text/en/common.js'
import { Money } from '../ui/figures/figure.js'
import { formatDecimal, formatMoney } from '../ui/figures/format.js'
import { LimitGauge } from '../ui/figures/gauge.js'
import { LabelledFigure } from '../ui/figures/labelled-figure.js'
import { Panel } from '../ui/panel.js'
import { ReadingView } from '../ui/states.js'
import { formatDateTime } from '../ui/time/time.js'
import { useZone } from '../ui/time/zone.js'
import { useShownAccount } from './account-context.js'
import { hasEnded } from './account-limits.js'
import { FloorGauges } from './floor-gauges.js'
import { ObjectiveList } from './objective-list.js'

interface StandingProps {
  readonly account: Account
}

/** The money of the account as it is now. */
export function Figures({ account }: StandingProps) {
  const { id, reads } = useShownAccount()
  const { value: summary, problem } = useSummary(id, reads)
  const { value: risk } = useRisk(id, reads)
  const equity = summary?.equity ?? risk?.equity
  const money = { currency: account.currency, unknown: problem?.message }
  const today = equity === undefined ? undefined : subtract(equity, account.day_start_equity)
  return (
    <Panel>
      <SimpleGrid cols={{ base: 2, xs: 3, lg: 6 }} spacing="md">
        <LabelledFigure label={text.equity} isLarge>
          <Money value={equity} {...money} />
        </LabelledFigure>
        <LabelledFigure label={text.today} isLarge>
          <Money value={today} {...money} signed />
        </LabelledFigure>
        <LabelledFigure label={text.unrealized}>
          <Money value={summary?.unrealized_pnl} {...money} signed />
        </LabelledFigure>
        <LabelledFigure label={text.balance}>
          <Money value={summary?.balance} {...money} />
        </LabelledFigure>
        <LabelledFigure label={text.usedMargin}>
          <Money value={summary?.used_margin} {...money} />
        </LabelledFigure>
        <LabelledFigure label={text.freeMargin}>
          <Money value={summary?.free_margin} {...money} />
        </LabelledFigure>
      </SimpleGrid>
      <HeldTokens account={account} />
    </Panel>
  )
}

/** Tokens that are no part of these figures. */
const HeldTokens = ({ account: { holdings = [], currency } }: StandingProps) =>
  holdings.map(({ token, name, amount, value }) => (
    <Text key={token} size="sm" mt="sm" title={token}>
      {text.heldToken(formatDecimal(amount), name, formatMoney(value, currency))}
    </Text>
  ))

/** Each limit of the plan: what is used of it, what is left, and what the next reset makes of the floors. */
export function Limits({ account }: StandingProps) {
  const { id, reads } = useShownAccount()
  const reading = useRisk(id, reads)
  return (
    <Panel title={text.limits}>
      <ReadingView reading={reading} skeleton={<Skeleton height={300} />}>
        {(risk) => (
          <Stack gap="md">
            <FloorGauges account={account} risk={risk} />
            {risk.objective?.objectives !== undefined && (
              <ObjectiveList states={risk.objective.objectives} currency={account.currency} />
            )}
            {!hasEnded(risk.state) && <Floors risk={risk} currency={account.currency} />}
            <Freezes risk={risk} />
            <Deadlines risk={risk} />
            <Strikes risk={risk} />
            <details>
              <summary>{text.moreLimits}</summary>
              <Stack gap="md" mt="sm">
                <OtherLimits risk={risk} />
              </Stack>
            </details>
          </Stack>
        )}
      </ReadingView>
    </Panel>
  )
}

function Floors({ risk, currency }: { readonly risk: Risk; readonly currency: string }) {
  const after = risk.floors_after_reset
  const floor = (rule: string, amount: string): string =>
    text.floorAfterReset(ruleName(rule), formatMoney(amount, currency))
  return (
    <Stack gap="sm">
      <LabelledFigure label={text.bindingFloor}>
        <Money value={risk.floor.equity} currency={currency} />
        <Text size="xs" c="dimmed">
          {text.bindingFloorHint(ruleName(risk.floor.rule))}
        </Text>
      </LabelledFigure>
      <div>
        <Text size="xs" c="dimmed">
          {text.afterReset}
        </Text>
        {after.daily_loss_limit !== null && <Text size="sm">{floor('daily_loss_limit', after.daily_loss_limit)}</Text>}
        <Text size="sm">{floor('max_drawdown', after.max_drawdown)}</Text>
      </div>
    </Stack>
  )
}

function Freezes({ risk: { news_freezes: freezes, news_windows: windows = [] } }: { readonly risk: Risk }) {
  const zone = useZone()
  const adjusting = windows.map(({ symbol, in_force: isNow, starts_at: from, ends_at: until, event }) => (
    <Text key={`${symbol} window`} size="sm" c={isNow ? 'var(--warn)' : undefined}>
      {isNow ? text.newsNow(formatDateTime(until, zone)) : text.newsAhead(formatDateTime(from, zone))}
      {' · '}
      {text.freeze(symbol, event.title)}
    </Text>
  ))
  const frozen = freezes.map(({ symbol, in_force: isNow, starts_at: from, ends_at: until, event }) => (
    <Text key={symbol} size="sm" c={isNow ? 'var(--warn)' : undefined}>
      {isNow ? text.freezeNow(formatDateTime(until, zone)) : text.freezeAhead(formatDateTime(from, zone))}
      {' · '}
      {text.freeze(symbol, event.title)}
    </Text>
  ))
  return [...frozen, ...adjusting]
}

/** Strikes, and how many the plan allows. */
const Strikes = ({ risk: { strikes = [] } }: { readonly risk: Risk }) =>
  strikes.map(({ rule, value, needed, then, met, window_days: days }) => (
    <Text key={rule} size="sm" c={met && value === 0 ? undefined : 'var(--warn)'}>
      {text.strikes(ruleName(rule), value, needed, days, then)}
    </Text>
  ))

/** The moments at which the plan closes what is open. */
function Deadlines({ risk: { deadlines = [] } }: { readonly risk: Risk }) {
  const zone = useZone()
  return deadlines.flatMap(({ position_id: id, symbol, ...at }) => [
    ...deadlineText(
      `${id} grace`,
      at.grace_ends_at,
      (time) => text.needsStop(symbol, formatDateTime(time, zone)),
      true,
    ),
    ...deadlineText(`${id} flat`, at.flat_by_at, (time) => text.flatBy(symbol, formatDateTime(time, zone))),
    ...deadlineText(`${id} held`, at.profit_counts_from, (time) => text.heldUntil(symbol, formatDateTime(time, zone))),
  ])
}

function deadlineText(key: string, at: string | null | undefined, sentence: (at: string) => string, isWarning = false) {
  if (at === null || at === undefined) return []
  return [
    <Text key={key} size="sm" c={isWarning ? 'var(--warn)' : undefined}>
      {sentence(at)}
    </Text>,
  ]
}

const FLOORS = ['max_drawdown', 'daily_loss_limit']

const OtherLimits = ({ risk }: { readonly risk: Risk }) =>
  risk.rules
    .filter(({ rule, headroom }) => !FLOORS.includes(rule) && headroom !== null)
    .map(({ rule, symbol, asset_class: assetClass, direction, limit, headroom, unit }) => (
      <LimitGauge
        key={[rule, symbol, assetClass, direction, limit].join(' ')}
        label={[ruleName(rule), symbol ?? assetClass, direction].filter(Boolean).join(', ')}
        allowance={limit}
        remaining={headroom ?? '0'}
        write={unit === 'USD' ? formatMoney : (amount) => formatDecimal(amount, { digitsMax: 2 })}
      />
    ))
