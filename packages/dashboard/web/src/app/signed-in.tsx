import { Center, Loader, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.js'
import { formDrafts } from '../api/form-drafts.js'
import { sessionQuery } from '../api/session.js'
import { LiveProvider } from '../live/live-provider.js'
import { text } from '../text/en/common.js'
import { Problem } from '../ui/states.js'
import { SessionContext } from './session-context.js'
import { Shell } from './shell.js'

/** The dashboard of the user who is signed in; a 401 has left for the login already. */
export function SignedIn({ onUnauthorized }: { readonly onUnauthorized: () => void }) {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  if (session !== undefined) {
    formDrafts.begin(session.user)
    return (
      <SessionContext value={session}>
        <LiveProvider user={session.user} isTrader={session.roles.includes('trader')} onUnauthorized={onUnauthorized}>
          <Shell />
        </LiveProvider>
      </SessionContext>
    )
  }
  return (
    <Center mih="100vh" p="md">
      {error === null || (error instanceof ApiError && error.status === 401) ? (
        <Loader aria-label={text.loading} role="status" />
      ) : (
        <Stack component="main">
          <Title order={1}>{text.notSignedIn}</Title>
          <Problem problem={error} onRetry={() => void refetch()} />
        </Stack>
      )}
    </Center>
  )
}
