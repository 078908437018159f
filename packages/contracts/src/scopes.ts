/** The permissions of a key. Scopes do not include each other: TRADE does not cancel, MANAGE_ORDERS does not place. */
export const SCOPES = ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'] as const

export type Scope = (typeof SCOPES)[number]

/**
 * Whether a key with these scopes may do what asks for `scope`. Every key may read, so READ_ONLY (or no scope) is
 * covered by any.
 */
export function coversScope(permissions: readonly Scope[], scope: Scope | undefined): boolean {
  return scope === undefined || scope === 'READ_ONLY' || permissions.includes(scope)
}
