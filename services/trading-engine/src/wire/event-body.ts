import type { StoredEvent } from '../core/model/events.js'
import { TEST_EVENT } from '../core/model/webhook-delivery.js'
import type { Micros } from '../core/values/time.js'
import { formatTimestamp } from '../core/values/time.js'

/** An event as JSON text: the body of a webhook, and a row of `GET …/events`. The same event is the same bytes. */
export const eventText = ({ id, type, at, sequence, accountId, referral, data }: StoredEvent): string =>
  `{"id":"${id}","type":"${type}","created_at":"${formatTimestamp(at)}","sequence":${sequence},` +
  `"account_id":"${accountId}",${referralText(referral)}"data":${data}}`

/** Nothing for an account without one: its events are as they always were. */
const referralText = (referral: string | null | undefined): string =>
  typeof referral === 'string' ? `"referral":${JSON.stringify(referral)},` : ''

/** The body of a test event: it belongs to no account and has no sequence. */
export const testEventText = (id: string, at: Micros): string =>
  `{"id":"${id}","type":"${TEST_EVENT}","created_at":"${formatTimestamp(at)}","sequence":0,"account_id":null,"data":{}}`

/** The body of a message that was asked for: it belongs to no account either. */
export const messageText = (id: string, type: string, at: Micros, data: object): string =>
  `{"id":"${id}","type":"${type}","created_at":"${formatTimestamp(at)}","sequence":0,"account_id":null,` +
  `"data":${JSON.stringify(data)}}`
