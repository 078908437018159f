import { EMPTY_REGISTRATION, isComplete, problemsOf, registrationOf } from './registration.js'

const ADDRESS = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
const ACCOUNT = '01a20917-f9a1-7f37-84f0-467c471c9698'
const FULL = { ...EMPTY_REGISTRATION, address: ` ${ADDRESS} `, account: ` ${ACCOUNT}` }

test('a registration is complete with an address and an account, and says nothing of budgets that are empty', () => {
  expect([isComplete(EMPTY_REGISTRATION), isComplete(FULL)]).toEqual([false, true])
  expect(registrationOf(FULL)).toEqual({ address: ADDRESS, account_id: ACCOUNT, venue: 'GMX', signer: 'keystore' })
  const budgets = { gasPerDay: '0.05', gasPerOrder: ' 0.010 ' }
  expect(registrationOf({ ...FULL, ...budgets })).toMatchObject({ gas_per_day: '0.05', gas_per_order: '0.010' })
})

test.each([
  { address: ADDRESS.slice(0, -1) },
  { address: `${ADDRESS}0` },
  { address: ADDRESS.slice(2) },
  { account: ADDRESS },
])('%j is refused, and says why at its field', (wrong) => {
  const form = { ...FULL, ...wrong }
  expect(isComplete(form)).toBe(false)
  expect(problemsOf(form)[Object.keys(wrong)[0] as 'address' | 'account']).toMatch(/^An /)
})

test.each([{ gasPerDay: '-1' }, { gasPerOrder: '1e3' }])('a budget has to be an amount: %j', (wrong) => {
  expect(isComplete({ ...FULL, ...wrong })).toBe(false)
})
