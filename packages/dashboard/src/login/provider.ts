import type { Logger } from '@ats/service-kit/process'
import type * as Oidc from 'openid-client'
import type { OidcSettings } from '../config.js'
import { LoginUnavailable } from './login.js'

export interface Provider {
  readonly oidc: typeof Oidc
  readonly configuration: Oidc.Configuration
}

const TIMEOUT_SECONDS = 5

/**
 * The provider as it describes itself. It is asked at the first login, not at the start: pages are served without it. A
 * provider that does not answer is asked again by the next login.
 */
export function createProvider(settings: OidcSettings, logger: Logger): () => Promise<Provider> {
  let known: Promise<Provider> | undefined
  const isForExamples = isExample(settings.OIDC_ISSUER)
  const forget = (error: unknown): never => {
    known = undefined
    throw new LoginUnavailable({ cause: error, isExample: false })
  }
  return async () => {
    if (isForExamples) throw new LoginUnavailable({ cause: undefined, isExample: true })
    return (known ??= discover(settings, logger).catch(forget))
  }
}

/** A name that is kept for examples (RFC 2606): no provider has one. */
const isExample = (issuer: string): boolean =>
  /(^|\.)(example|invalid|example\.(com|net|org))$/.test(new URL(issuer).hostname)

async function discover(settings: OidcSettings, logger: Logger): Promise<Provider> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings
  // Loaded here: nothing else needs it, and it takes a tenth of a second.
  const oidc = await import('openid-client')
  const isPlain = issuer.startsWith('http:')
  const configuration = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    // Outside production only: config.ts refuses it there.
    ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
  })
  configuration.timeout = TIMEOUT_SECONDS
  logger.info({ issuer }, 'the OpenID provider is known')
  return { oidc, configuration }
}
