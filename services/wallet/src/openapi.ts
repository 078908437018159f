import type { OpenApiDocument } from '@ats/service-kit/http'
import { describeWallet } from './http/openapi.js'
import { userRoutes, type RouteDeps } from './http/routes.js'

/** The document of the API for users, made without a wallet: for the clients made from it. */
export const walletDocument = (): OpenApiDocument =>
  describeWallet(userRoutes({} as RouteDeps), { isSigned: true, servesMetrics: false })
