/** Orders that say by their number what is to become of them, and what did. */
import { newClientId, OutcomeUnknown, type AccountOrder, type Placement } from '@ats/sdk'

export interface PlannedIntent {
  readonly number: number
  readonly accountId: string
  readonly order: AccountOrder & { readonly client_id: string }
}

/** The placement that the caller of an intent was told, or the error it ended in. */
export interface Report {
  readonly intent: PlannedIntent
  readonly told: Placement | Error
  /** The answer to repeating it, where the first report was that its outcome is unknown. */
  readonly repeated: Placement | null
}

const AWAY_FROM_THE_MARKET = '1000'
const THROUGH_THE_MARKET = '1000000'

/** Makes orders of which, in ten, six fill, three expire because nothing matches, and one is refused. */
export function planIntent(number: number, accountId: string): PlannedIntent {
  const lasting = { symbol: 'BTC-USD', quantity: '0.001', client_id: newClientId() } as const
  return { number, accountId, order: { ...lasting, ...termsOf(number) } }
}

type Terms = Pick<AccountOrder, 'side' | 'kind' | 'tif' | 'price'>

function termsOf(number: number): Terms {
  const expected = expectedStatus(number)
  if (expected === 'refused') return { side: 'BUY', kind: 'LIMIT', tif: 'GTX', price: THROUGH_THE_MARKET }
  if (expected === 'EXPIRED') return { side: 'BUY', kind: 'LIMIT', tif: 'IOC', price: AWAY_FROM_THE_MARKET }
  return { side: number % 2 === 0 ? 'BUY' : 'SELL', kind: 'MARKET' }
}

export function expectedStatus(number: number): 'refused' | 'EXPIRED' | 'FILLED' {
  const place = number % 10
  if (place === 9) return 'refused'
  return place >= 6 ? 'EXPIRED' : 'FILLED'
}

export const isUnknown = (told: Report['told']): boolean => told instanceof OutcomeUnknown
