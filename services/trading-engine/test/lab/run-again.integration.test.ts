/** Runs one after the other in one database: each is what it would be in a database of its own. */
import { readFile } from 'node:fs/promises'
import { openMemoryPostgres, type MemoryPostgres } from '../../src/lab/run/memory-postgres.js'
import type { RunRecipe } from '../../src/lab/run/recipe.js'
import { inBegunRun, recipeOf, type UsedRun } from '../support/lab/a-begun-run.js'
import { theTemplate } from '../support/lab/a-run.js'

const aNewDatabase = async (): Promise<MemoryPostgres> =>
  openMemoryPostgres(await readFile(await theTemplate()), () => 0)

const UP = recipeOf([60_000, 60_010, 60_020, 60_030, 60_100, 60_200])
const DOWN = recipeOf([50_000, 49_990, 49_000, 48_000, 48_100, 47_000], { seed: 2 })

async function trade(run: UsedRun) {
  const order = (fields: object) =>
    run.send('POST', '/v1/order', { account_id: run.accountId, symbol: 'BTC-USD', kind: 'MARKET', ...fields })
  const { body: first } = await order({ side: 'BUY', quantity: 0.3, client_id: 'one', stop_loss: { offset_pct: 1 } })
  await run.send('POST', `/v1/account/${run.accountId}/dead-man-switch`, { timeout_ms: 10_000 })
  await run.moveTo(2)
  await order({ side: 'SELL', quantity: 0.1, client_id: 'two' })
  await run.send('POST', '/v1/accounts', { plan_id: 'no-such-plan' })
  await run.moveTo(5)
  const reads = ['', '/orders?status=all', '/trades', '/ledger', '/events', '/journal']
  const told = await Promise.all(reads.map((path) => run.send('GET', `/v1/account/${run.accountId}${path}`)))
  expect(first['order']).not.toBeNull()
  return { hash: run.run.head.hash(), events: run.run.head.count(), told: told.map(({ body }) => body) }
}

test('the second and the third are to the byte what they are alone', async () => {
  const playAlone = async (recipe: RunRecipe) => {
    const database = await aNewDatabase()
    const told = await inBegunRun(recipe, trade, database)
    await database.close()
    return told
  }
  const alone = { up: await playAlone(UP), down: await playAlone(DOWN) }
  expect(alone.down.events).toBeGreaterThan(3)
  expect(alone.down.hash).not.toBe(alone.up.hash)
  let database = await aNewDatabase()
  const playAgain = async (recipe: RunRecipe) => {
    await database.clear()
    return inBegunRun(recipe, (run) => ((database = run.run.database), trade(run)), database)
  }
  expect(await playAgain(DOWN)).toEqual(alone.down)
  expect(await playAgain(UP)).toEqual(alone.up)
  expect(await playAgain(DOWN)).toEqual(alone.down)
  await database.close()
})

test('a table that a run has made is no part of the next: its database is not used again', async () => {
  const database = await aNewDatabase()
  await database.pool.query('create table run.more (id int)')
  await expect(database.clear()).rejects.toThrow('which tables there are')
  await database.again(() => 0).close()
})
