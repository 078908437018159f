import { runCheck, type CheckedBooks, type Difference } from './run-check.js'

const difference = (account: string): Difference => ({
  ...{ account_id: account, check: 'balance', subject: null, expected: '100', found: '101' },
})
const page = (accounts: number, differences: Difference[], next: string | null) => ({
  ...{ accounts, transfers: 10, fills: 2, events: 3, differences, next },
})

const PAGES = new Map([
  [null, page(2, [], 'b')],
  ['b', page(2, [difference('d')], 'd')],
  ['d', page(1, [difference('e')], null)],
])

const readFrom = (asked: (string | null)[]) => (after: string | null) => {
  asked.push(after)
  const found = PAGES.get(after)
  return found === undefined ? Promise.reject(new Error('no such page')) : Promise.resolve(found)
}

it('reads every page after the one before, adds up, and tells how far it is', async () => {
  const asked: (string | null)[] = []
  const told: CheckedBooks[] = []
  const checked = await runCheck(readFrom(asked), new AbortController().signal, (soFar) => told.push(soFar))
  expect(asked).toEqual([null, 'b', 'd'])
  expect(told.map(({ accounts }) => accounts)).toEqual([2, 4, 5])
  expect(checked).toMatchObject({ accounts: 5, transfers: 30, fills: 6, events: 9 })
  expect(checked.differences.map((row) => row.account_id)).toEqual(['d', 'e'])
})

it('reads no page more once it is stopped', async () => {
  const asked: (string | null)[] = []
  const stop = new AbortController()
  const running = runCheck(readFrom(asked), stop.signal, () => stop.abort(new Error('stopped')))
  await expect(running).rejects.toThrow('stopped')
  expect(asked).toEqual([null])
})

it('ends with the failure of a page: what is not read is not taken for right', async () => {
  const failing = (after: string | null) =>
    after === null ? Promise.resolve(page(2, [], 'b')) : Promise.reject(new Error('unreachable'))
  await expect(runCheck(failing, new AbortController().signal, () => undefined)).rejects.toThrow('unreachable')
})
