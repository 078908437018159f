import type { Order } from '@ats/sdk/types'
import { text } from '../../text/en/account.js'

/** How far a stop keeps from the best price. */
export const trailText = ({ offset, offset_pct: pct }: NonNullable<Order['trail']>): string =>
  text.trails(offset ?? `${pct}%`)
