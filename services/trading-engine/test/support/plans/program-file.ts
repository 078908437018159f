import type { TestEngine } from '../engine/engine.js'

/** The program that tests of all endpoints have. */
export const PROGRAM_ID = 'one-step'

/** A program as an operator writes it, on plans that the service brings along, with `changes` to its fields. */
export const programFile = (id: string, changes: object = {}): Record<string, unknown> => ({
  id,
  name: 'One step to 100k',
  currency: 'USD',
  phases: [
    { id: 'evaluation', label: 'Evaluation', plan_id: 'two-step-100k', kind: 'EVALUATION', promotion: 'AUTO' },
    { id: 'funded', label: 'Funded', plan_id: 'standard-100k', kind: 'FUNDED' },
  ],
  reset: { allowed: true },
  ...changes,
})

export const importProgram = ({ operator }: Pick<TestEngine, 'operator'>, id = PROGRAM_ID, changes: object = {}) =>
  operator.put('/operator/v1/programs', { body: { programs: [programFile(id, changes)] } })
