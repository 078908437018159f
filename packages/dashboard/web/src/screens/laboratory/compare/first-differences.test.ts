import type { LabReport } from '@ats/sdk/types'
import { firstDifferences, likenessOf } from './first-differences.js'

type Log = Parameters<typeof firstDifferences>[0]

const request = (seed: number, fields: object = {}) => ({ plan_id: 'p', tape: { model: 'GBM', seed }, ...fields })
const recipeOf = (of: object): Log['recipe'] => ({ request: of as never, plans: [], program: null, copied: null })
const command = (at: string): NonNullable<LabReport['commands']>[number] => ({
  ...{ at, moved: true, method: 'POST', path: '/v1/order', body: '{}', status: 200, fault: null },
})
const event = (sequence: number, hash: string): NonNullable<LabReport['trace']>[number] => ({
  ...{ account_id: 'a', sequence, type: 'order.fill', at: '09:00', hash },
})
const log = (part: Partial<Log> = {}): Log => ({
  ...{ recipe: recipeOf(request(1)), commands: [command('09:00')], trace: [event(1, 'aa'), event(2, 'bb')] },
  ...{ events: 2, events_hash: 'h', ...part },
})

test('two runs of the same recipe with the same events are equal', () => {
  expect(firstDifferences(log(), log())).toEqual([])
  expect(likenessOf(log(), log())).toBe('EQUAL')
})

test('each kind tells its first difference, the recipe by its field and lists by number', () => {
  const other = log({
    recipe: recipeOf(request(2)),
    commands: [command('09:00'), command('09:01')],
    trace: [event(1, 'aa'), event(2, 'cc')],
    events_hash: 'i',
  })
  expect(firstDifferences(log(), other)).toEqual([
    { kind: 'recipe', place: 'tape.seed', first: '1', second: '2' },
    { kind: 'command', place: '2', first: null, second: '09:01 POST /v1/order {}' },
    { kind: 'event', place: '2', first: '09:00 order.fill bb', second: '09:00 order.fill cc' },
  ])
  expect(likenessOf(log(), other)).toBe('DIFFERENT')
})

test('names are no part of what is played, and a field that one of them lacks is a difference', () => {
  const named = (name: string, fields: object = {}) => log({ recipe: recipeOf(request(1, { name, ...fields })) })
  expect(firstDifferences(named('one'), named('two'))).toEqual([])
  expect(firstDifferences(named('one'), named('two', { pace: 60 }))).toEqual([
    { kind: 'recipe', place: 'pace', first: null, second: '60' },
  ])
})

test('of runs without events, and of one whose hash is not known, nothing is claimed', () => {
  const empty = log({ trace: [], events: 0 })
  expect(likenessOf(empty, empty)).toBe('EMPTY')
  expect(likenessOf(log(), log({ events_hash: null }))).toBe('UNKNOWN')
  expect(firstDifferences(log({ commands: null, trace: null }), log({ trace: [] }))).toEqual([])
})
