import { FAULT_ACTIONS } from '../../lab/run/faults/fault.js'
import { REACTIONS, type ToldHit } from '../../lab/run/faults/fault-hits.js'
import type { FaultSet } from '../../lab/sandbox/fault-set.js'
import { codecOf, field } from '../codec/codec.js'
import { count, listOf, oneOf, oneOfOrNull, orNull, text, time, whole } from '../codec/kinds.js'

export const hitCodec = codecOf<ToldHit>('LabFaultHit')({
  fault: field(count, ({ fault }) => fault, 'Its place in the list of faults, from 1.'),
  do: field(oneOf(FAULT_ACTIONS, 'LabFault'), (hit) => hit.do),
  at: field(time, ({ at }) => at),
  method: field(text, ({ method }) => method),
  path: field(text, ({ path }) => path),
  reaction: field(
    oneOfOrNull(REACTIONS, 'LabReaction'),
    ({ reaction }) => reaction,
    'DOUBLED: what was carried out was asked for again, without the same client_id. Null: nothing was asked for.',
  ),
})

/** Null: the key has none. */
export const sandboxFaultsCodec = codecOf<FaultSet | null>('SandboxFaults')({
  started_at: field(orNull(time), (set) => set?.startedAt ?? null, 'Null: the key has no faults.'),
  expires_at: field(orNull(time), (set) => set?.expiresAt ?? null),
  done: field(
    listOf(whole),
    (set) => set?.met.counts.map(({ done }) => done) ?? [],
    'How often each fault of the list was met and done.',
  ),
  faults_met: field(listOf(hitCodec), (set) => set?.met.hits ?? [], 'The first 100, with what was done then.'),
})
