/** What a key may do. Scopes do not include each other: TRADE does not cancel, MANAGE_ORDERS does not place. */
export const SCOPES = ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'] as const

export type Scope = (typeof SCOPES)[number]
