import { idsOf, isReadable, questionOf } from './shadow-form.js'

test('ids are told apart by lines, blanks and commas, each once', () => {
  expect(idsOf(' A1\nb2, b2;c3\n\n')).toEqual(['a1', 'b2', 'c3'])
  expect(idsOf(' \n')).toEqual([])
})

test('a plan is an object of JSON', () => {
  expect(['{"id":"a"}', '[]', 'null', '3', '{"id":', ''].map(isReadable)).toEqual([
    ...[true, false, false, false, false, false],
  ])
})

test('a question takes a plan and up to 50 accounts; times may be left out', () => {
  const form = { plan: '{"id":"a"}', ids: 'a1 b2', from: '', to: '' }
  expect(questionOf(form)).toEqual({ accounts: ['a1', 'b2'], plan: form.plan })
  expect(questionOf({ ...form, from: '2026-03-01', to: '2026-03-31' })).toMatchObject({ from: '2026-03-01' })
  const many = Array.from({ length: 51 }, (_, place) => `id-${place}`).join(' ')
  for (const wrong of [{ ids: '' }, { ids: many }, { plan: '{' }]) expect(questionOf({ ...form, ...wrong })).toBeNull()
})
