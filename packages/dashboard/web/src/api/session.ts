import { queryOptions } from '@tanstack/react-query'
import { send } from './send.js'

export type Role = 'trader' | 'operator'

/** The user of this browser, as the gateway knows them. */
export interface Session {
  readonly user: string
  readonly roles: readonly Role[]
  readonly login: 'demo' | 'oidc'
  readonly authenticated_at: string
  readonly expires_at: string
  /** The address from which the gateway sees this browser. */
  readonly address: string
  /** The public addresses of both services, for snippets. */
  readonly engine_url: string
  readonly wallet_url: string
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await (await send(new Request('/session', { signal }))).json()) as Session,
  staleTime: 5 * 60_000,
})

/** Ends the session, and begins again at the login. */
export async function logOut(): Promise<void> {
  await send(new Request('/logout', { method: 'POST' }))
  window.location.assign('/login')
}
