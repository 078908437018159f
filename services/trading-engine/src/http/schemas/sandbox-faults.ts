import { named } from '@ats/service-kit/http'
import { invalidPayload } from '@ats/service-kit/process'
import Joi from 'joi'
import { FAULT_ACTIONS, isOfOrders, type FaultAction } from '../../lab/run/faults/fault.js'
import { fault, FAULTS_MAX, type FaultBody } from '../lab/lab-fault-schemas.js'
import { whole } from '../lab/lab-numbers.js'
import { oneOf } from '../../wire/codec/schemas.js'
import { closedObject } from './fields.js'

export interface SandboxFaultsBody {
  readonly faults: readonly FaultBody[]
  readonly seed: number
  readonly lasts_ms: number
}

const LASTS_MS = { default: 900_000, max: 3_600_000 }
/** A request that waits has one of the places of its key. */
const DELAY_MS_MAX = 10_000
const SEED_MAX = 2 ** 32 - 1

const aNumber = Joi.number().integer()
/** For the document, which has to stay small: that of the laboratory says more of each field. */
const describedFault = named(
  'SandboxFault',
  closedObject<object>({
    do: oneOf(FAULT_ACTIONS, 'LabFault').required(),
    when: named(
      'SandboxFaultWhen',
      closedObject<object>({
        ...{ nth: aNumber, client_id_prefix: Joi.string(), path: Joi.string(), method: Joi.string() },
        ...{ after_ms: aNumber, chance: Joi.number() },
      }),
    ),
    ...{ times: aNumber, for_ms: aNumber },
  }).description('As of a run of the laboratory, but for orders and prices.'),
)

/** POST /v1/sandbox/faults */
export const sandboxFaultsBody = named(
  'SetFaults',
  closedObject<SandboxFaultsBody>({
    faults: Joi.array().items(fault).min(1).max(FAULTS_MAX).required().meta({ items: describedFault }),
    seed: whole(0, SEED_MAX).default(1).description('Of `chance`.'),
    lasts_ms: whole(1, LASTS_MS.max).default(LASTS_MS.default).description('Until they end.'),
  }),
)

/** @throws 400 for faults that runs alone have */
export function requireOfSandbox(faults: readonly FaultBody[]): void {
  const issues = faults.flatMap(({ do: action, for_ms: forMs = 0 }, place) => {
    const reason = reasonAgainst(action)
    if (reason !== null)
      return [{ path: ['faults', place, 'do'], code: 'fault.runs', message: `${action} is of runs alone: ${reason}` }]
    if (action !== 'DELAY' || forMs <= DELAY_MS_MAX) return []
    const message = `a request is delayed by ${DELAY_MS_MAX} ms at most`
    return [{ path: ['faults', place, 'for_ms'], code: 'number.max', message }]
  })
  if (issues.length > 0) throw invalidPayload(issues)
}

function reasonAgainst(action: FaultAction): string | null {
  if (action === 'STALE_FEED' || action === 'HALT')
    return 'prices are the same for all accounts, and one without them would be saved from its floor'
  return isOfOrders(action) ? 'here orders are decided by the market and the rules' : null
}
