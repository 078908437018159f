import type { Route } from '@ats/service-kit'
import type { PlanRouteDependencies } from '../../commands/import-plans.js'
import type { Operator } from './operator.js'
import { operatedAccountRoutes, type OperatedAccountDependencies } from './routes/accounts.js'
import { evidenceRoutes, type EvidenceRouteDependencies } from './routes/evidence.js'
import { newsRoutes, type NewsRouteDependencies } from './routes/news.js'
import { grantRoutes } from './routes/grants.js'
import { planRoutes } from './routes/plans.js'
import { reportRoutes } from './routes/reports.js'
import { tickRoutes } from './routes/ticks.js'

export type OperatorRouteDependencies = OperatedAccountDependencies &
  NewsRouteDependencies &
  PlanRouteDependencies &
  EvidenceRouteDependencies

/** Every endpoint of the operator. */
export const operatorRoutes = (dependencies: OperatorRouteDependencies): readonly Route<Operator>[] => [
  ...planRoutes(dependencies),
  ...newsRoutes(dependencies),
  ...operatedAccountRoutes(dependencies),
  ...grantRoutes(dependencies),
  ...reportRoutes(dependencies),
  ...evidenceRoutes(dependencies),
  ...tickRoutes(dependencies),
]
