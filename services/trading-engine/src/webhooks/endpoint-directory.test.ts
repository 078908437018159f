import { createLogger } from '@ats/service-kit/process'
import { createEndpointDirectory } from './endpoint-directory.js'

const logger = createLogger({ service: 'test', level: 'silent' })

beforeEach(() => jest.useFakeTimers({ now: 0 }))
afterEach(() => jest.useRealTimers())

function open() {
  const questions: string[][] = []
  const directory = createEndpointDirectory({
    endpointsOf: (userIds) => {
      questions.push([...userIds])
      return Promise.resolve({ receivers: [], isWhole: true })
    },
    validMs: 5_000,
    endEveryMs: 1_000,
    logger,
  })
  const lookUp = (...userIds: string[]) => directory.lookUp(new Set(userIds))
  return { directory, questions, lookUp }
}

/** To `ms` after the next whole second of the clock that the directory goes by. */
const advanceInto = (ms: number): void => {
  jest.advanceTimersByTime(1_000 - (performance.now() % 1_000) + ms)
}

test('a response is used for four seconds at least', async () => {
  const { questions, lookUp } = open()
  advanceInto(999)
  await lookUp('a')
  jest.advanceTimersByTime(4_000)
  const known = await lookUp('a')
  expect(questions).toEqual([['a']])
  expect(known('a')).toMatchObject({ endpoints: [] })
})

test('users who were queried separately are queried together, five seconds later at most', async () => {
  const { questions, lookUp } = open()
  advanceInto(100)
  await lookUp('a')
  jest.advanceTimersByTime(800)
  await lookUp('b')
  jest.advanceTimersByTime(4_200)
  await lookUp('a', 'b')
  expect(questions).toEqual([['a'], ['b'], ['a', 'b']])
})

test('what may not be used any more is dropped', async () => {
  const { directory, questions, lookUp } = open()
  advanceInto(1)
  await lookUp('a')
  jest.advanceTimersByTime(5_000)
  directory.prune()
  await lookUp('a')
  expect(questions).toEqual([['a'], ['a']])
})
