import type { SectionName } from '../flags.js'
import { baselineSection } from './baseline.js'
import { batchSection } from './batch.js'
import { diskSection } from './disk.js'
import { gateSection } from './gate.js'
import { accountsSection, ordersSection } from './growth.js'
import { blockingSection } from './blocking.js'
import { marketSection } from './market.js'
import { openLoopSection } from './open-loop.js'
import { operationsSection } from './operations.js'
import { overviewSection } from './overview.js'
import { pgbenchSection } from './pgbench.js'
import { placeSection } from './place.js'
import { readsSection } from './reads.js'
import { webhooksSection } from './webhooks.js'
import { streamsSection } from './streams.js'
import { riskSection } from './risk.js'
import type { Section } from './section.js'

export const ALL_SECTIONS: Readonly<Record<SectionName, Section>> = {
  place: placeSection,
  open: openLoopSection,
  operations: operationsSection,
  batch: batchSection,
  reads: readsSection,
  pgbench: pgbenchSection,
  baseline: baselineSection,
  accounts: accountsSection,
  orders: ordersSection,
  gate: gateSection,
  market: marketSection,
  webhooks: webhooksSection,
  streams: streamsSection,
  risk: riskSection,
  disk: diskSection,
  blocking: blockingSection,
  overview: overviewSection,
}
