import type { Order } from '@ats/sdk/types'
import { text } from '../../text/en/account.js'
import { text as orderText } from '../../text/en/orders.js'
import type { CsvColumn } from '../../ui/tables/csv.js'

const { columns: names } = text

/** The notes of an order in a few words: `reduce only, post only`. */
export const flagsOf = ({ flags }: Order): string =>
  [flags.reduce_only && text.flags.reduce_only, flags.post_only && text.flags.post_only].filter(Boolean).join(', ')

/** The state of a LIVE order at its venue in words, with the reason where it gave one. */
export const atVenue = ({ venue_order: venue }: Order): string =>
  venue === undefined ? text.none : [orderText.atVenue[venue.state], venue.reason].filter(Boolean).join(': ')

interface Value extends CsvColumn<Order> {
  readonly header: string
}

/** The columns that an order has only where its account is LIVE: their headers, and what they say in a file. */
export const LIVE_VALUES = {
  state: { name: 'venue_state', header: names.atVenue, text: (row) => row.venue_order?.state },
  transaction: { name: 'tx_hash', header: names.transaction, text: (row) => row.venue_order?.tx_hash },
  cancelAsked: { name: 'cancel_requested_at', header: names.cancelAsked, text: (row) => row.cancel_requested_at },
} as const satisfies Readonly<Record<string, Value>>
