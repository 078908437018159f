import type { Route } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { FaultSet } from '../../lab/sandbox/fault-set.js'
import type { SandboxFaults } from '../../lab/sandbox/sandbox-faults.js'
import type { Catalogue } from '../../market/catalogue.js'
import { asNumber } from '../../wire/decimals.js'
import { sandboxFaultsCodec } from '../../wire/lab/fault-hit-codec.js'
import { route, type Caller, type Principal } from '../caller.js'
import { faultOf } from '../lab/new-run-of.js'
import { SANDBOX_KEY } from '../sandbox-key.js'
import { requireOfSandbox, sandboxFaultsBody } from '../schemas/sandbox-faults.js'

export interface SandboxFaultRouteDependencies {
  readonly catalogue: Catalogue
  readonly sandboxFaults: Pick<SandboxFaults, 'set' | 'read' | 'end'>
}

export const SANDBOX_FAULTS_PATH = '/v1/sandbox/faults'

const responses = { 200: { description: 'What they have met so far.', schema: sandboxFaultsCodec.schema } }
const shared = { path: SANDBOX_FAULTS_PATH, tags: ['sandbox'], responses }

/** Faults on demand, for bot authors: of their own key alone. Not there in production. */
export const sandboxFaultRoutes = ({
  catalogue,
  sandboxFaults,
}: SandboxFaultRouteDependencies): readonly Route<Caller>[] => [
  route('TRADE', {
    ...shared,
    method: 'POST',
    operationId: 'setFaults',
    summary: 'Have requests, streams and webhooks of this key fail',
    body: sandboxFaultsBody,
    errors: [],
    handler: async ({ body, principal }) => {
      requireOfSandbox(body.faults)
      const faults = body.faults.map((fault) => faultOf(fault, catalogue))
      const wanted = { faults, seed: body.seed, lastsMs: body.lasts_ms }
      return replyWith(await sandboxFaults.set(keyOf(principal), wanted))
    },
  }),
  route('TRADE', {
    ...shared,
    method: 'GET',
    operationId: 'getFaults',
    summary: 'What the faults of this key have met',
    errors: [],
    handler: async ({ principal }) => replyWith(await sandboxFaults.read(keyOf(principal))),
  }),
  route('TRADE', {
    ...shared,
    method: 'DELETE',
    operationId: 'endFaults',
    summary: 'End the faults of this key',
    errors: [],
    handler: async ({ principal }) => replyWith(await sandboxFaults.end(keyOf(principal))),
  }),
]

const replyWith = (set: FaultSet | null) => ({ status: 200, text: sandboxFaultsCodec.json(set, asNumber) })

/** @throws 403 for callers without a key: they have one in common */
function keyOf({ keyId }: Principal): string {
  if (keyId !== null && keyId !== SANDBOX_KEY.keyId) return keyId
  throw new RequestError('permission_denied', 'faults are of a key: send one')
}
