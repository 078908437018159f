import { NO_VENUE_COSTS } from '../../core/model/market/venue-costs.js'
import { createTapeShelf } from '../../lab/run/tape-shelf.js'
import { loadCatalogue } from '../../market/catalogue.js'
import { runBody, type RunBody } from './lab-schemas.js'
import { newRunOf } from './new-run-of.js'

const BODY = { plan_id: 'p', tape: { id: 'gap' }, webhook_url: 'http://127.0.0.1:8080/hook' }
const wish = (body: object, sendsWebhooks: boolean) =>
  newRunOf('u', runBody.validate(body).value as RunBody, {
    ...{ tapes: createTapeShelf('/nowhere'), catalogue: loadCatalogue() },
    ...{ venueCosts: NO_VENUE_COSTS, sendsWebhooks },
  })

test('a run has a receiver on its machine outside production, and none there', async () => {
  expect((await wish(BODY, true)).webhookUrl).toBe(BODY.webhook_url)
  await expect(wish(BODY, false)).rejects.toMatchObject({ code: 'invalid_payload' })
  expect((await wish({ plan_id: 'p', tape: { id: 'gap' } }, false)).webhookUrl).toBeNull()
})

test.each(['https://127.0.0.1/hook', 'http://10.0.0.1/hook', 'nonsense'])('%s is no receiver of a run', (url) => {
  const message = runBody.validate({ ...BODY, webhook_url: url }).error?.message ?? ''
  expect(message).toMatch(/^"?webhook_url"? must /)
})

test('a webhook may be withheld for a time or for ever', () => {
  const problemOf = (fault: object) => runBody.validate({ ...BODY, faults: [fault] }).error?.message
  expect(problemOf({ do: 'WITHHOLD_WEBHOOK' })).toBeUndefined()
  expect(problemOf({ do: 'WITHHOLD_WEBHOOK', for_ms: 5_000, when: { path: '/webhooks/order.fill' } })).toBeUndefined()
  expect(problemOf({ do: 'DUPLICATE_EVENT', for_ms: 5_000 })).toBe('for_ms is not allowed with DUPLICATE_EVENT')
})
