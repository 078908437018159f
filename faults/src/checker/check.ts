/**
 * Whether everything the engine said and everything the database holds fit together. Pure: history and snapshot in,
 * findings out; no finding is what every fault must end with.
 */
import { DEFINITE_WITHIN_MS } from '../bots/bot.js'
import { acknowledgedOrders } from './checks/acknowledged-orders.js'
import { brackets } from './checks/brackets.js'
import { clientIds } from './checks/client-ids.js'
import { commands } from './checks/commands.js'
import { ends } from './checks/ends.js'
import { events } from './checks/events.js'
import { fills } from './checks/fills.js'
import { ledger } from './checks/ledger.js'
import { marks } from './checks/marks.js'
import { reads } from './checks/reads.js'
import { versions } from './checks/versions.js'
import type { Check, Evidence, Finding } from './evidence.js'
import { outcomeOf, hadUnknownOutcome, msToDefinite } from './operations.js'

const definite: Check = {
  name: `every unknown outcome definite within ${DEFINITE_WITHIN_MS / 1000} s`,
  find: ({ operations }) =>
    operations.flatMap((operation) => {
      const { op, clientId, action } = operation.invocation
      const isAsked = clientId !== null || action === 'cancel'
      if (!isAsked || !hadUnknownOutcome(operation)) return []
      const ms = msToDefinite(operation)
      if (outcomeOf(operation) !== 'unknown' && ms !== null && ms <= DEFINITE_WITHIN_MS) return []
      return [{ kind: 'late' as const, message: `operation ${op} was not definite in time` }]
    }),
}

export const CHECKS: readonly Check[] = [
  acknowledgedOrders,
  clientIds,
  marks,
  reads,
  definite,
  ledger,
  versions,
  events,
  fills,
  ends,
  commands,
  brackets,
]

export interface CheckResult {
  readonly name: string
  readonly findings: readonly Finding[]
}

export const check = (evidence: Evidence): readonly CheckResult[] => checkThese(CHECKS, evidence)

export const checkThese = (checks: readonly Check[], evidence: Evidence): readonly CheckResult[] =>
  checks.map(({ name, find }) => ({ name, findings: find(evidence) }))
