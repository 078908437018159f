import { SimpleGrid } from '@mantine/core'
import type { FirmOverview } from '../../api/firm/firm.js'
import { text } from '../../text/en/firm/firm.js'
import { useNow } from '../../ui/time/clock.js'
import { Panel } from '../../ui/panel.js'
import { formatSpan } from '../../ui/time/time.js'
import { Part } from '../../firm/part.js'
import { attention } from '../../firm/attention.js'
import { count } from '../../firm/count.js'

/** Whether prices come, accounts are watched and webhooks go out. */
export function Health({ overview }: { readonly overview: FirmOverview }) {
  const { feed, workers, webhooks } = overview
  const now = useNow()
  const isBad = attention(overview, now)
  const { tick_age_seconds: age, prices } = feed
  return (
    <Panel title={text.health}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Part label={text.feed} isBad={isBad.feed}>
          {age === null ? text.feedNone : text.feedAge(formatSpan(age * 1000))}
        </Part>
        <Part label={text.prices} isBad={isBad.prices}>
          {text.pricesOf(count(prices.fresh), count(prices.stale), count(prices.none))}
        </Part>
        <Part label={text.workers} isBad={isBad.workers}>
          {text.shards(count(workers.shards_watched), count(workers.shards))}
        </Part>
        <Part label={text.webhooks} isBad={isBad.webhooks}>
          {count(webhooks.pending)}
          {isBad.webhooks &&
            webhooks.due_since !== null &&
            `, ${text.webhooksDue(formatSpan(now - Date.parse(webhooks.due_since)))}`}
        </Part>
      </SimpleGrid>
    </Panel>
  )
}
