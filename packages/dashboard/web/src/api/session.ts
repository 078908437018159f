import { queryOptions } from '@tanstack/react-query'
import { send, sendFor } from './send.js'

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
  /** That of the laboratory; null where there is none. */
  readonly lab_url: string | null
  /** Where the operators' dashboards of the metrics are; null where there are none, and for everybody else. */
  readonly grafana_url: string | null
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = (await (await send(new Request('/session', { signal }))).json()) as Session
    sendFor(session.user)
    return session
  },
  staleTime: 5 * 60_000,
})

/** Ends the session, and goes to where the next user shows who they are: the login, or first the provider's logout. */
export async function logOut(): Promise<void> {
  const response = await send(new Request('/logout', { method: 'POST' }))
  const { location } = (await response.json()) as { readonly location: string }
  window.sessionStorage.clear()
  window.location.assign(location)
}
