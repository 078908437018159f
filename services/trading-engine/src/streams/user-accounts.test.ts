import type { EventStream } from '@ats/service-kit/http'
import { createUserAccounts } from './user-accounts.js'

const stream = (): EventStream => ({ onClose: () => undefined }) as unknown as EventStream

test('users who come together are looked up together, and one query runs at a time', async () => {
  const reads: (readonly string[])[] = []
  const answers: (() => void)[] = []
  const accounts = createUserAccounts({
    listAccounts: (userIds) => {
      reads.push(userIds)
      return new Promise((resolve) =>
        answers.push(() => resolve(userIds.map((userId) => ({ userId, accountId: `account of ${userId}` })))),
      )
    },
  })
  const seen: string[] = []
  const users = Array.from({ length: 300 }, (_, count) => `user-${count}`)
  for (const user of users) accounts.follow(user, stream(), (id) => seen.push(id))
  for (let query = 0; seen.length < users.length; query += 1) {
    expect(answers).toHaveLength(query + 1)
    answers[query]?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(reads.length).toBeLessThanOrEqual(3)
  expect(seen.sort()).toEqual(users.map((user) => `account of ${user}`).sort())
})

test('a look that fails keeps nobody out', async () => {
  let isDown = true
  const accounts = createUserAccounts({
    listAccounts: (userIds) =>
      isDown
        ? Promise.reject(new Error('the database is down'))
        : Promise.resolve(userIds.map((userId) => ({ userId, accountId: `account of ${userId}` }))),
  })
  const seen: string[] = []
  accounts.follow('first', stream(), (id) => seen.push(id))
  await new Promise((resolve) => setImmediate(resolve))
  isDown = false
  accounts.follow('second', stream(), (id) => seen.push(id))
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual(['account of second'])
})
