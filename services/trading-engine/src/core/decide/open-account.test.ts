import { openAccount } from './open-account.js'
import { signedAmount } from '../model/account/ledger.js'
import { computeFigures } from '../margin/figures.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { pick, words } from '../../../test/support/engine/readable.js'
import { scriptContext, START, timeOf } from '../../../test/support/market/scripted-world.js'

const command = { userId: 'user-1', plan: aPlan(), challengeId: null, name: null, defaultVenue: null }

test('begins with its plan’s balance, from one transfer of capital', () => {
  const context = scriptContext().context()
  const { account, funding } = openAccount(command, context)
  expect(pick(account, 'userId', 'name', 'state', 'balance', 'highWaterMark', 'eventSequence', 'version')).toEqual({
    ...{ userId: 'user-1', name: 'Test 100k', state: 'ACTIVE', balance: '100000', highWaterMark: '100000' },
    ...{ eventSequence: 0, version: 1 },
  })
  expect(words(funding, 'house', 'direction', 'amount', 'balanceAfter', 'accountId', 'fillId', 'positionId')).toBe(
    `capital IN 100000 100000 ${account.id} null null`,
  )
  expect(signedAmount(funding)).toBe(account.balance)
  expect(computeFigures(account, context).freeMargin).toBe(account.balance)
})

test('its first trading day is the one it was opened in', () => {
  const { account } = openAccount(command, scriptContext().context())
  expect(pick(account.day, 'date', 'endsAt', 'startBalance', 'startEquity')).toEqual({
    date: '2026-03-02',
    endsAt: timeOf('2026-03-03T00:00:00Z'),
    startBalance: '100000',
    startEquity: '100000',
  })
  expect([account.createdAt, account.clock]).toEqual([timeOf(START), timeOf(START)])
})

test('a name of its own, a challenge and a default venue are kept', () => {
  const fields = { name: 'mine', challengeId: 'c-1', defaultVenue: 'OSTIUM' as const }
  expect(openAccount({ ...command, ...fields }, scriptContext().context()).account).toMatchObject(fields)
})
