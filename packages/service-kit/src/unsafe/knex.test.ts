import knex from 'knex'
import type { Knex } from 'knex'
import { connectionOf } from './knex.js'

test('the connection of a transaction is what its client acquires', async () => {
  const connection = { query: () => Promise.resolve() }
  const transaction = { client: { acquireConnection: () => Promise.resolve(connection) } } as unknown as Knex
  expect(await connectionOf(transaction)).toBe(connection)
})

test('the client of knex has a method that acquires a connection', async () => {
  const database = knex({ client: 'pg' })
  expect(typeof (database.client as { acquireConnection?: unknown }).acquireConnection).toBe('function')
  await database.destroy()
})
