import { useQuery } from '@tanstack/react-query'
import { keysQuery } from '../../../api/keys.js'
import { Page } from '../../../app/page.js'
import { text } from '../../../text/en/webhooks.js'
import { DeliveriesPanel } from './deliveries-panel.js'
import { EndpointsPanel } from './endpoints-panel.js'
import { VerifyPanel } from './verify-panel.js'

/** The receivers of events, and the log of what was delivered to them. */
export default function Webhooks() {
  const keys = useQuery({ ...keysQuery, refetchInterval: 60_000 })
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <EndpointsPanel keys={keys} />
      {/* What is below another waits until that has its size. */}
      {!keys.isPending && (
        <DeliveriesPanel keys={keys.data ?? []}>
          <VerifyPanel />
        </DeliveriesPanel>
      )}
    </Page>
  )
}
