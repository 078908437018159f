import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keysQuery } from '../../../api/keys.js'
import { rulesQuery } from '../../../api/notifications.js'
import { Page } from '../../../app/page.js'
import { labelOf } from '../../../notifications/rule-label.js'
import { text } from '../../../text/en/webhooks.js'
import { DeliveriesPanel } from './deliveries-panel.js'
import { EndpointsPanel } from './endpoints-panel.js'
import { VerifyPanel } from './verify-panel.js'

const EVERY_MS = 60_000

/** The receivers of events, and the log of what was delivered to them. */
export default function Webhooks() {
  const keys = useQuery({ ...keysQuery, refetchInterval: EVERY_MS })
  const rules = useQuery({ ...rulesQuery, refetchInterval: EVERY_MS })
  const receivers = useMemo(
    () => [
      ...(keys.data ?? []).map(({ id, label }) => ({ id, label })),
      ...(rules.data ?? []).map((rule) => ({ id: rule.id, label: labelOf(rule) })),
    ],
    [keys.data, rules.data],
  )
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <EndpointsPanel keys={keys} />
      {/* What is below another waits until that has its size. */}
      {!keys.isPending && !rules.isPending && (
        <DeliveriesPanel receivers={receivers}>
          <VerifyPanel />
        </DeliveriesPanel>
      )}
    </Page>
  )
}
