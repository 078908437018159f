import type { Route } from '@ats/service-kit/http'
import type { PlanRouteDependencies } from '../../commands/operator/import-plans.js'
import type { CheckLedgerOptions } from '../../queries/check-ledger.js'
import type { Caller } from '../caller.js'
import type { Operator } from './operator.js'
import { accountReadRoutes } from './routes/account-reads.js'
import { operatedAccountRoutes, type OperatedAccountDependencies } from './routes/accounts.js'
import { operatorChallengeRoutes } from './routes/challenges.js'
import { operatorCertificateRoutes, type OperatorCertificateDependencies } from './routes/certificates.js'
import { operatorCompetitionRoutes } from './routes/competitions.js'
import { evidenceRoutes, type EvidenceRouteDependencies } from './routes/evidence.js'
import { firmRoutes, type FirmRouteDependencies } from './routes/firm.js'
import { newsRoutes, type NewsRouteDependencies } from './routes/news.js'
import { grantRoutes } from './routes/grants.js'
import { operatorPayoutRoutes } from './routes/payouts.js'
import { planRoutes } from './routes/plans.js'
import { operatorProgramRoutes } from './routes/programs.js'
import { promotionRoutes, type PromotionRouteDependencies } from './routes/promotions.js'
import { replayRoutes, type ReplayRouteDependencies } from './routes/replays.js'
import { shadowRoutes, type ShadowRouteDependencies } from './routes/shadows.js'
import { reportRoutes } from './routes/reports.js'
import { surveillanceRoutes } from './routes/surveillance.js'
import { tickRoutes } from './routes/ticks.js'
import { webhookEndpointRoutes, type WebhookEndpointRouteDependencies } from './routes/webhook-endpoints.js'
import { walletRoutes, type WalletRouteDependencies } from './routes/wallets.js'

export type OperatorRouteDependencies = CheckLedgerOptions &
  OperatedAccountDependencies &
  NewsRouteDependencies &
  PlanRouteDependencies &
  PromotionRouteDependencies &
  EvidenceRouteDependencies &
  FirmRouteDependencies &
  ReplayRouteDependencies &
  ShadowRouteDependencies &
  WalletRouteDependencies &
  WebhookEndpointRouteDependencies &
  OperatorCertificateDependencies

/** Every endpoint of the operator. `traders`: every endpoint of traders. */
export const operatorRoutes = (
  dependencies: OperatorRouteDependencies,
  traders: readonly Route<Caller>[],
): readonly Route<Operator>[] => [
  ...firmRoutes(dependencies),
  ...planRoutes(dependencies),
  ...operatorProgramRoutes(dependencies),
  ...operatorChallengeRoutes(dependencies),
  ...promotionRoutes(dependencies),
  ...newsRoutes(dependencies),
  ...operatedAccountRoutes(dependencies),
  ...accountReadRoutes(dependencies, traders),
  ...grantRoutes(dependencies),
  ...operatorPayoutRoutes(dependencies),
  ...reportRoutes(dependencies),
  ...operatorCertificateRoutes(dependencies),
  ...operatorCompetitionRoutes(dependencies),
  ...surveillanceRoutes(dependencies),
  ...evidenceRoutes(dependencies),
  ...replayRoutes(dependencies),
  ...shadowRoutes(dependencies),
  ...tickRoutes(dependencies),
  ...walletRoutes(dependencies),
  ...webhookEndpointRoutes(dependencies),
]
