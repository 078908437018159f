import { captureLogs } from '@ats/test-kit'
import { createLogger } from './logger.js'
import { createOutageLog } from './outage-log.js'

const WORDS = { dependency: 'wallet', lost: 'the wallet does not answer', back: 'the wallet answers again' }

let nowMs = 0
beforeEach(() => {
  nowMs = 5_000
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => jest.restoreAllMocks())

function startLog(quietMs: number) {
  const logs = captureLogs()
  const logger = createLogger({ service: 'test', level: 'info', destination: logs.destination })
  const said = () => logs.entries().map(({ level, msg, answers }) => [level, msg, answers])
  return { ...createOutageLog(logger, WORDS, { quietMs }), logs, said }
}

test('one line when it is lost and one when it is back, however often either is noticed', () => {
  const { failed, answered, logs, said } = startLog(0)
  answered()
  for (let times = 0; times < 3; times++) failed(new Error('refused'))
  for (let times = 0; times < 3; times++) answered()
  failed()
  expect(said()).toEqual([
    [40, 'the wallet does not answer', false],
    [40, 'the wallet answers again', true],
    [40, 'the wallet does not answer', false],
  ])
  expect(logs.entries()[0]).toMatchObject({ dependency: 'wallet', err: { message: 'refused' } })
})

test('it is not back while any caller fails', () => {
  const { failed, answered, said } = startLog(1_000)
  failed()
  answered()
  nowMs += 900
  failed()
  nowMs += 900
  answered()
  expect(said()).toHaveLength(1)
  nowMs += 100
  answered()
  expect(said()).toHaveLength(2)
})
