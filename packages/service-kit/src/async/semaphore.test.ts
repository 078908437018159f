import { createSemaphore, type Urgency } from './semaphore.js'

const never = new AbortController().signal

/** Work that goes on until the test ends it. */
function work() {
  let end: (error?: Error) => void = () => undefined
  const isStarted = { now: false }
  const run = () => {
    isStarted.now = true
    return new Promise<void>((resolve, reject) => {
      end = (error) => (error === undefined ? resolve() : reject(error))
    })
  }
  return { run, isStarted: () => isStarted.now, end: (error?: Error) => end(error) }
}

it('runs as many works at a time as it has permits, and the others in the order they came', async () => {
  const semaphore = createSemaphore(2)
  const works = Array.from({ length: 4 }, work)
  const done = works.map(({ run }) => semaphore.use(never, run))
  await Promise.resolve()
  const started = () => works.map(({ isStarted }) => isStarted())
  expect(started()).toEqual([true, true, false, false])
  works[1]!.end()
  await done[1]
  await Promise.resolve()
  expect(started()).toEqual([true, true, true, false])
  works[0]!.end(new Error('failed'))
  await expect(done[0]).rejects.toThrow('failed')
  await Promise.resolve()
  expect(started()).toEqual([true, true, true, true])
  works[2]!.end()
  works[3]!.end()
  await Promise.all(done.slice(2))
})

it('lets a caller stop waiting, and does not run its work afterwards', async () => {
  const semaphore = createSemaphore(1)
  const [first, second, third] = [work(), work(), work()]
  const impatient = new AbortController()
  const [doing, waiting, next] = [
    semaphore.use(never, first.run),
    semaphore.use(impatient.signal, second.run),
    semaphore.use(never, third.run),
  ]
  impatient.abort(new Error('no time left'))
  await expect(waiting).rejects.toThrow('no time left')
  first.end()
  await doing
  await Promise.resolve()
  expect([second.isStarted(), third.isStarted()]).toEqual([false, true])
  third.end()
  await next
  const last = work()
  const free = semaphore.use(never, last.run)
  await Promise.resolve()
  expect(last.isStarted()).toBe(true)
  last.end()
  await free
})

it('has urgent work run next, behind other urgent work and what is under way', async () => {
  const semaphore = createSemaphore(1)
  const order: string[] = []
  const use = (name: string, urgency?: Urgency) =>
    semaphore.use(never, () => Promise.resolve(void order.push(name)), urgency)
  await Promise.all([
    use('first'),
    use('second', 'ordinary'),
    use('third'),
    use('fourth', 'urgent'),
    use('fifth', 'urgent'),
  ])
  expect(order).toEqual(['first', 'fourth', 'fifth', 'second', 'third'])
})

it('runs a work immediately where a permit is free, and none where all are taken', async () => {
  const semaphore = createSemaphore(1)
  const [first, second, third] = [work(), work(), work()]
  const doing = semaphore.useNow(first.run)
  expect(first.isStarted()).toBe(true)
  expect(semaphore.useNow(second.run)).toBeNull()
  const waiting = semaphore.use(never, third.run)
  first.end(new Error('failed'))
  await expect(doing).rejects.toThrow('failed')
  expect([second.isStarted(), third.isStarted()]).toEqual([false, true])
  expect(semaphore.useNow(second.run)).toBeNull()
  third.end()
  await waiting
  const last = semaphore.useNow(second.run)
  second.end()
  await last
})
