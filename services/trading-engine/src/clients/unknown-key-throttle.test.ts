import { createUnknownKeyThrottle } from './unknown-key-throttle.js'

/** Sleep that ends when `wake` is called. */
function sleeper() {
  const asleep: { readonly ms: number; readonly wake: () => void }[] = []
  return {
    sleep: (ms: number) => new Promise<void>((wake) => asleep.push({ ms, wake })),
    wake: async (ms: number) => {
      for (const each of asleep.splice(0).filter((one) => one.ms === ms || !asleep.push(one))) each.wake()
      await new Promise(setImmediate)
    },
  }
}

it('asks two at a time for an address, has some wait, and turns the others away unheard', async () => {
  const { sleep, wake } = sleeper()
  const questions = createUnknownKeyThrottle(sleep)
  let requested = 0
  const ask = (address: string) => questions.ask(address, () => Promise.resolve(++requested))
  const answers = Array.from({ length: 1_000 }, () => ask('a'))
  await new Promise(setImmediate)
  expect(requested).toBe(2)
  expect(await answers.at(-1)).toBeNull()
  expect(await ask('b')).toBe(3)

  await wake(100)
  expect(requested).toBe(5)
  await wake(500) // the others have waited long enough
  expect((await Promise.all(answers)).filter((answer) => answer !== null)).toHaveLength(4)
  await wake(100)
  expect(await ask('a')).toBe(6)
})

it('gives a permit back when a question fails', async () => {
  const { sleep, wake } = sleeper()
  const questions = createUnknownKeyThrottle(sleep)
  const failing = () => questions.ask('a', () => Promise.reject(new Error('no wallet')))
  await expect(Promise.all([failing(), failing()])).rejects.toThrow('no wallet')
  const third = questions.ask('a', () => Promise.resolve('heard'))
  await wake(100)
  expect(await third).toBe('heard')
})
