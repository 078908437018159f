import { compareReports, type WrittenReport } from './written-report.js'

const event = (hash: string) => ({ account_id: 'a', sequence: 1, type: 'order.fill', at: 'then', hash })
const command = (body: string) => ({ at: 'then', moved: false, method: 'POST', path: '/v1/order', body, status: 200 })
const report = (fields: Partial<WrittenReport> = {}): WrittenReport => ({
  ...{ run_id: '1', code_version: '1', tape_id: 't', now: null, events: 2, events_hash: 'h', commands_left_out: 0 },
  ...{ recipe: { request: { tape: { id: 'gap' }, seed: 1 }, plans: [], program: null }, trace_left_out: 0 },
  ...{ commands: [command('1')], trace: [event('1'), event('2')] },
  ...fields,
})

test('equal runs have no difference', () => {
  expect(compareReports(report(), report({ run_id: '2' }))).toEqual({
    ...{ equal: true, recipe: null, command: null, event: null },
  })
})

test('the first event, the first command and the first field of the recipe that differ are named', () => {
  const recipe = { request: { tape: { id: 'gap' }, seed: 2 }, plans: [], program: null }
  const other = report({
    ...{ events_hash: 'g', recipe, commands: [command('1'), command('2')] },
    trace: [event('1'), event('3'), event('4')],
  })
  expect(compareReports(report(), other)).toEqual({
    equal: false,
    recipe: { field: 'request.seed', first: 1, second: 2 },
    command: { number: 2, first: null, second: command('2') },
    event: { number: 2, first: event('2'), second: event('3') },
  })
})
