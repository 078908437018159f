import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router'
import { createLoginRedirect } from '../api/login.js'
import { createQueryClient } from '../api/query-client.js'
import { sessionQuery } from '../api/session.js'
import { ErrorBoundary } from './error-boundary.js'
import { SignedIn } from './signed-in.js'
import { cssVariablesResolver, theme } from './theme.js'

export function App({ nonce }: { readonly nonce: string }) {
  const [{ queries, leave }] = useState(() => {
    const redirect = createLoginRedirect(window.location)
    const queries = createQueryClient(redirect)
    void queries.prefetchQuery(sessionQuery)
    return { queries, leave: redirect }
  })
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <SignedIn onUnauthorized={leave} />
          </BrowserRouter>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  )
}
