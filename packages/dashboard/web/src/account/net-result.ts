import { add, subtract, type Decimal } from '@ats/sdk/numbers/decimal'
import type { ClosedPosition } from '@ats/sdk/types'

/** The result of a closed position after all costs. Funding received is above 0; fees and interest are costs. */
export const netResult = ({ realized_pnl, fees, funding, borrowing, rollover }: ClosedPosition): Decimal =>
  add(add(subtract(realized_pnl, fees), funding), add(borrowing, rollover))
