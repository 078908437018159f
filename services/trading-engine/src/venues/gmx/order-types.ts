/** The numbers of GMX's order types that a wallet can have, and the venue's own for liquidations. */
export const ORDER_TYPE = {
  marketIncrease: 2,
  limitIncrease: 3,
  marketDecrease: 4,
  limitDecrease: 5,
  stopLossDecrease: 6,
  liquidation: 7,
  stopIncrease: 8,
} as const

/** Turns the profit of a long, which is paid in the market's long token, into the collateral's: USDC. */
export const SWAP_PROFIT_TO_COLLATERAL = 1

/** The second type of an order that the venue made to reduce a position because the pool owes too much. */
export const SECONDARY_TYPE_ADL = 1

/** A take-profit or stop-loss of this size closes all that the position then has. */
export const WHOLE_POSITION = 2n ** 256n - 1n
