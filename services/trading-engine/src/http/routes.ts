import type { Route } from '@ats/service-kit/http'
import type { Caller } from './caller.js'
import { accountRoutes, type AccountRouteDependencies } from './routes/accounts.js'
import { labRoutes, type LabRouteDependencies } from './routes/lab.js'
import { leverageRoutes, type LeverageRouteDependencies } from './routes/leverage.js'
import { certificateRoutes, type CertificateRouteDependencies } from './routes/certificates.js'
import { competitionRoutes, type CompetitionRouteDependencies } from './routes/competitions.js'
import { copyLinkRoutes, type CopyLinkRouteDependencies } from './routes/copy-links.js'
import { challengeRoutes } from './routes/challenges.js'
import { alertRoutes, hookRoutes, type HookRouteDependencies } from './routes/hooks.js'
import { journalRoutes, type JournalRouteDependencies } from './routes/journal.js'
import { keyRoutes } from './routes/key.js'
import { marketRoutes, type MarketRouteDependencies } from './routes/market.js'
import { newsRoutes, type NewsRouteDependencies } from './routes/news.js'
import { orderBatchRoutes, type OrderBatchDependencies } from './routes/order-batch.js'
import { orderRoutes, type OrderRouteDependencies } from './routes/orders.js'
import { payoutRoutes, type PayoutRouteDependencies } from './routes/payouts.js'
import { programRoutes, type ProgramRouteDependencies } from './routes/programs.js'
import { sandboxFaultRoutes, type SandboxFaultRouteDependencies } from './routes/sandbox-faults.js'
import { sandboxRoutes, type SandboxRouteDependencies } from './routes/sandbox.js'
import { streamRoutes, type StreamRouteDependencies } from './routes/streams.js'
import { switchRoutes, type SwitchRouteDependencies } from './routes/switches.js'
import { notificationRoutes, unsubscribeRoutes, type NotificationRouteDependencies } from './routes/notifications.js'
import { webhookRoutes, type WebhookRouteDependencies } from './routes/webhooks.js'

export type EngineRouteDependencies = OrderRouteDependencies &
  OrderBatchDependencies &
  AccountRouteDependencies &
  LeverageRouteDependencies &
  JournalRouteDependencies &
  LabRouteDependencies &
  SwitchRouteDependencies &
  PayoutRouteDependencies &
  ProgramRouteDependencies &
  CertificateRouteDependencies &
  CompetitionRouteDependencies &
  CopyLinkRouteDependencies &
  HookRouteDependencies &
  MarketRouteDependencies &
  NewsRouteDependencies &
  SandboxRouteDependencies &
  SandboxFaultRouteDependencies &
  NotificationRouteDependencies &
  StreamRouteDependencies &
  WebhookRouteDependencies

/** Every endpoint of the engine: method, path, who may call it, what it takes and gives. */
export const engineRoutes = (dependencies: EngineRouteDependencies): readonly Route<Caller>[] => [
  ...signedUserRoutes(dependencies),
  ...keyRoutes(),
  ...unsubscribeRoutes(dependencies),
  ...(dependencies.config.NODE_ENV === 'production' ? [] : sandboxFaultRoutes(dependencies)),
]

/** The endpoints of the gateway listener: all but what is about the key of the request, or for receivers of mails. */
export const signedUserRoutes = (dependencies: EngineRouteDependencies): readonly Route<Caller>[] => [
  ...orderRoutes(dependencies),
  ...orderBatchRoutes(dependencies),
  ...accountRoutes(dependencies),
  ...leverageRoutes(dependencies),
  ...journalRoutes(dependencies),
  ...labRoutes(dependencies),
  ...switchRoutes(dependencies),
  ...payoutRoutes(dependencies),
  ...programRoutes(dependencies),
  ...challengeRoutes(dependencies),
  ...certificateRoutes(dependencies),
  ...competitionRoutes(dependencies),
  ...copyLinkRoutes(dependencies),
  ...webhookRoutes(dependencies),
  ...notificationRoutes(dependencies),
  ...alertRoutes(dependencies),
  ...hookRoutes(dependencies),
  ...streamRoutes(dependencies),
  ...marketRoutes(dependencies),
  ...newsRoutes(dependencies),
  ...(dependencies.config.NODE_ENV === 'production' ? [] : sandboxRoutes(dependencies)),
]
