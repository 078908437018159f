import { explore } from './model/explore.js'
import { breaksTheClaim, START, stepsOf, type Design, type Environment } from './model/model.js'

const OURS: Design = { lease: 'required', endsAfter: 'lease', unconfirmed: 'wait' }
/** The usual cache: stored after the wallet's answer, deleted on revocation. */
const SET_AND_DELETE: Design = { lease: null, endsAfter: 'fill', unconfirmed: 'answer' }

const CALM: Environment = { flushes: false, cutsWallet: false }
const CUTS: Environment = { flushes: false, cutsWallet: true }
const ALL: Environment = { flushes: true, cutsWallet: true }

const outcome = (design: Design, environment: Environment) =>
  explore(START, (state) => stepsOf(design, environment, state), breaksTheClaim)

it('in every reachable state, refuses requests that begin after the answer to a revocation', () => {
  const { states, wrong } = outcome(OURS, ALL)
  expect(wrong).toBeNull()
  expect(states).toBeGreaterThan(5_000)
})

describe('the model finds the error in a design without', () => {
  it.each<[string, Design, Environment]>([
    ['everything', SET_AND_DELETE, CALM],
    ['the lease', { ...OURS, lease: null }, CALM],
    ['the wait', { ...OURS, unconfirmed: 'answer' }, CUTS],
    ["the lease's end", { ...OURS, endsAfter: 'fill' }, CUTS],
  ])('%s', (_lack, design, environment) => {
    const { wrong } = outcome(design, environment)
    expect(wrong?.steps.at(-1)).toBe('a later request finds the record')
  })

  it('shows how a cache with a TTL alone accepts a revoked key', () => {
    expect(outcome(SET_AND_DELETE, CALM).wrong?.steps).toEqual([
      'request 1 finds nothing',
      'the wallet tells request 1 yes',
      'the key is revoked',
      'the deletion is confirmed',
      'the record of request 1 arrives',
      'a later request finds the record',
    ])
  })
})
