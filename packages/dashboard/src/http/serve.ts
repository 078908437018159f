import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  createClientIp,
  createFailureLog,
  errorReply,
  requestIdOf,
  sendReply,
  type HttpApp,
} from '@ats/service-kit/http'
import { RequestError, type Logger, type Metrics } from '@ats/service-kit/process'
import type { Pages } from '../pages/pages.js'
import { isForServices, type Proxy } from '../proxy/proxy.js'
import type { Visit } from './visit.js'

export interface ServeOptions {
  /** The gateway's own endpoints; it also refuses what no other handler takes. */
  readonly app: HttpApp
  readonly proxy: Proxy
  readonly pages: Pages
  readonly isOurHost: (request: IncomingMessage) => boolean
  readonly trustedProxies: readonly string[]
  readonly endStreams: () => Promise<void>
  readonly logger: Logger
  readonly metrics: Metrics
}

/** Probes name the address of a pod or container as the host; what they get is public. */
const HEALTH_PATH = /^\/(?:healthz|readyz)$/

/** The paths of the gateway's own endpoints. */
const OWN_PATH = /^\/(?:session|login|login\/callback|logout|logout\/backchannel|healthz|readyz)(?:\?|$)/

/**
 * The app of the public listener. Where a request goes is decided by its address as it was sent: to a service, to an
 * endpoint of the gateway, or else, when it is a GET, to the pages.
 */
export function createServe(options: ServeOptions): HttpApp {
  const { app, proxy, pages, isOurHost, trustedProxies, logger, metrics } = options
  const clientIp = createClientIp(trustedProxies)
  const logFailure = createFailureLog({ logger, metrics })
  let isEnding = false

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = request
    const requestId = requestIdOf(request.headers)
    const visit: Visit = { request, response, requestId, ip: clientIp(request), startedAtMs: performance.now() }
    if (isEnding) response.shouldKeepAlive = false
    if (!isOurHost(request) && !HEALTH_PATH.test(url)) return app.refuse(request, response, otherHost())
    if (isForServices(url)) return proxy(visit)
    if (!isPage(method, url)) return app.serve(...([request, response] as Parameters<HttpApp['serve']>))
    pages(visit).catch((error: unknown) => {
      logFailure(error, { request_id: requestId, method, route: '/*' })
      sendReply(response, requestId, errorReply(error, requestId))
    })
  }

  return {
    express: app.express,
    serve,
    refuse: app.refuse,
    endConnections() {
      isEnding = true
      app.endConnections()
    },
    async endStreams() {
      await options.endStreams()
      await app.endStreams()
    },
  }
}

const isPage = (method: string, url: string): boolean =>
  (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !OWN_PATH.test(url)

const otherHost = (): RequestError => new RequestError('misdirected', 'this is not the host of the dashboard')
