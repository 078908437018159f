export const SIDES = ['BUY', 'SELL'] as const
export type Side = (typeof SIDES)[number]

export const DIRECTIONS = ['LONG', 'SHORT'] as const
export type Direction = (typeof DIRECTIONS)[number]
