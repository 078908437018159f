import { EMPTY_PROGRAM, formOf, withPhase, writtenOf } from './program-form.js'

const stored = {
  ...{ id: 'two-step', version: 3, name: 'Two steps', currency: 'USD', created_at: '2026-11-28T00:00:00.000Z' },
  phases: [
    {
      ...{ id: 'one', label: 'One', plan_id: 'step', plan_version: 2, kind: 'EVALUATION' as const },
      ...{ promotion: 'REVIEW' as const, requires_kyc: false, requires_contract: false },
    },
    {
      ...{ id: 'last', label: 'Funded', plan_id: 'funded', plan_version: 1, kind: 'FUNDED' as const },
      ...{ promotion: null, requires_kyc: true, requires_contract: true },
    },
  ],
  reset: { allowed: true },
  ...{ source_url: 'https://firm.example/two', verified_on: '2026-11-27' },
}

test('a stored program that is not changed is sent as it is stored, without what the engine adds', () => {
  const { id, name, currency, reset, source_url, verified_on } = stored
  expect(writtenOf(formOf(stored))).toEqual({
    ...{ id, name, currency, reset, source_url, verified_on },
    phases: [
      {
        ...{ id: 'one', label: 'One', plan_id: 'step', kind: 'EVALUATION', promotion: 'REVIEW' },
        requires_kyc: false,
        requires_contract: false,
      },
      { id: 'last', label: 'Funded', plan_id: 'funded', kind: 'FUNDED', requires_kyc: true, requires_contract: true },
    ],
  })
})

test('a phase is added before the funded one, which stays the last', () => {
  const { phases } = writtenOf(withPhase(EMPTY_PROGRAM, 'k'))
  expect(phases.map(({ id, kind, promotion }) => [id, kind, promotion])).toEqual([
    ['evaluation', 'EVALUATION', 'AUTO'],
    ['phase-2', 'EVALUATION', 'AUTO'],
    ['funded', 'FUNDED', undefined],
  ])
})
