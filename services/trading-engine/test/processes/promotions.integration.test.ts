/** Two engines promote the same accounts, by their workers and by all operators together: one successor each. */
import { expectBooksToHold } from '../support/random-accounts/books.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { beginMany, countSuccessors, faultsOfPromotions, putState } from '../support/plans/challenges.js'
import { importProgram, programFile } from '../support/plans/program-file.js'
import { pollUntil } from '../support/poll-until.js'

let engine: TestEngine
let other: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  other = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
  const [first, last] = programFile('x')['phases'] as [object, object]
  await importProgram(engine, 'auto')
  await importProgram(engine, 'review', { phases: [{ ...first, promotion: 'REVIEW' }, last] })
})
afterAll(async () => {
  await other.close()
  await engine.close()
})

test('approved four times at two engines while their workers are at it, each account has one successor', async () => {
  const users = { users: 3, each: 4 }
  const all = [...(await beginMany(engine, 'auto', users)), ...(await beginMany(other, 'review', users))]
  const accountIds = all.map(({ account_id: id }) => id)
  await putState(engine, 'PASSED', ...accountIds)
  const approve = (id: string, { operatorAs }: TestEngine, name: string) =>
    operatorAs(name).post<{ successor_id: string | null }>(`/operator/v1/promotions/${id}/approve`)
  const reviewed = accountIds.slice(12)
  const answers = await Promise.all(
    reviewed.map((id) =>
      Promise.all([engine, other].flatMap((at) => ['otto', 'olaf'].map((name) => approve(id, at, name)))),
    ),
  )
  for (const each of answers) {
    expect(each.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(each.map(({ body }) => body.successor_id)).size).toBe(1)
  }
  await pollUntil(
    () => countSuccessors(engine),
    (count) => count === 24,
  )
  expect(await faultsOfPromotions(engine)).toEqual([])
  await expectBooksToHold(engine.pool)
})
