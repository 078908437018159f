import { Button, Grid, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { healthQuery, type FirmHealth } from '../../api/firm/firm-lists.js'
import { Page } from '../../app/page.js'
import { useSession } from '../../app/session-context.js'
import { attention } from '../../firm/attention.js'
import { count } from '../../firm/count.js'
import { Part } from '../../firm/part.js'
import { text as firmWords } from '../../text/en/firm/firm.js'
import { health as text } from '../../text/en/firm/firm-lists.js'
import { useNow } from '../../ui/time/clock.js'
import { LabelledFigure } from '../../ui/figures/labelled-figure.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView } from '../../ui/states.js'
import { formatSpan } from '../../ui/time/time.js'
import { TimeText } from '../../ui/time/time-text.js'
import { ToneBadge } from '../../ui/tone-badge.js'

/** The state of the service. When it is not told any more, the last that is known stays, greyed, with its time. */
export default function FirmHealthScreen() {
  const query = useQuery(healthQuery)
  const { grafana_url: grafana } = useSession()
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={
        <>
          <Button component={Link} to="/firm/webhooks" variant="default">
            {text.toWebhooks}
          </Button>
          {grafana !== null && (
            <Button component="a" href={grafana} target="_blank" rel="noopener noreferrer" variant="default">
              {text.grafana}
            </Button>
          )}
        </>
      }
    >
      <ReadingView reading={readingOf(query)} skeleton={<Skeleton height={420} />} onRetry={() => void query.refetch()}>
        {(health) => <HealthPanels health={health} />}
      </ReadingView>
    </Page>
  )
}

const HALF = { base: 12, md: 6 }

function HealthPanels({ health }: { readonly health: FirmHealth }) {
  return (
    <Grid gap="md">
      <Grid.Col span={HALF}>
        <Stack gap="md">
          <Readiness health={health} />
          <Processes health={health} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={HALF}>
        <Stack gap="md">
          {health.feeds.map((feed) => (
            <FeedPanel key={feed.venue} feed={feed} health={health} />
          ))}
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

interface HealthProps {
  readonly health: FirmHealth
}

const Readiness = ({ health }: HealthProps) => (
  <Panel
    title={text.checks}
    actions={<ToneBadge tone={health.ready ? 'good' : 'bad'}>{health.ready ? text.isReady : text.notReady}</ToneBadge>}
  >
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
      {Object.entries(health.checks).map(([name, state]) => (
        <Part key={name} label={name} isBad={state !== 'ok'}>
          {state}
        </Part>
      ))}
      <Part label={text.wallet} isBad={health.wallet === 'down'}>
        {text.states[health.wallet]}
      </Part>
      <Part label={text.redis} isBad={health.redis === 'down'}>
        {text.states[health.redis]}
      </Part>
    </SimpleGrid>
    <Text size="xs" c="dimmed" mt="sm">
      {text.version} {health.version} · <TimeText at={health.as_of} />
    </Text>
  </Panel>
)

function Processes({ health }: HealthProps) {
  const now = useNow()
  const { workers, queues, webhooks, replicas } = health
  const isBad = attention({ feed: FRESH, ...knownOf(health) }, now)
  return (
    <Panel title={text.processes}>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
        <Part label={text.replicas} isBad={replicas === null || replicas === 0}>
          {countOf(replicas)}
        </Part>
        <Part label={text.shards} isBad={isBad.workers}>
          {text.shardsOf(countOf(workers.shards_watched), count(workers.shards))}
        </Part>
        <Part label={text.webhooks} isBad={webhooks === null || isBad.webhooks}>
          {countOf(webhooks === null ? null : webhooks.pending)}
          {isBad.webhooks &&
            typeof webhooks?.due_since === 'string' &&
            text.overdue(formatSpan(now - Date.parse(webhooks.due_since)))}
        </Part>
        <LabelledFigure label={text.commands}>{count(queues.commands)}</LabelledFigure>
        <LabelledFigure label={text.writes}>{count(queues.writes)}</LabelledFigure>
      </SimpleGrid>
    </Panel>
  )
}

/** A dash for what only the database tells, and nobody now. */
const countOf = (value: number | null): string => (value === null ? '–' : count(value))

const knownOf = ({ workers, webhooks }: FirmHealth) => ({
  workers: { ...workers, shards_watched: workers.shards_watched ?? 0 },
  webhooks: webhooks ?? { pending: 0, due_since: null },
})

const FRESH = { tick_age_seconds: 0, prices: { fresh: 0, stale: 0, none: 0 } }

interface FeedPanelProps extends HealthProps {
  readonly feed: FirmHealth['feeds'][number]
}

function FeedPanel({ feed, health }: FeedPanelProps) {
  const now = useNow()
  const isBad = attention({ feed, ...knownOf(health) }, now)
  const { tick_age_seconds: age, prices } = feed
  return (
    <Panel title={`${text.feeds}: ${feed.venue}`}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Part label={text.tickAge} isBad={isBad.feed}>
          {age === null ? text.never : text.ago(formatSpan(age * 1000))}
        </Part>
        <Part label={firmWords.prices} isBad={isBad.prices}>
          {text.prices(count(prices.fresh), count(prices.stale), count(prices.none))}
        </Part>
      </SimpleGrid>
    </Panel>
  )
}
