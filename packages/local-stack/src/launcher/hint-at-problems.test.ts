import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '../processes/wait-until.js'
import { hintAtProblems } from './hint-at-problems.js'

test('warnings and errors written from now on are shown with their log, the same one once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hints-'))
  const file = join(directory, 'wallet.log')
  writeFileSync(file, '{"level":50,"msg":"of an earlier run"}\n')
  const shown: string[] = []
  const hints = hintAtProblems({ wallet: file }, (line) => shown.push(line))
  try {
    const warning = '{"level":40,"msg":"slow database"}\n'
    appendFileSync(file, `${warning}${warning}{"level":30,"msg":"fine"}\n{"level":50,"msg":"unfin`)
    await waitUntil(() => shown.length > 0, { timeoutMs: 10_000 })
    appendFileSync(file, 'ished"}\n')
    await waitUntil(() => shown.length > 1, { timeoutMs: 10_000 })
    expect(shown).toEqual([`wallet: warning: slow database (log: ${file})`, `wallet: error: unfinished (log: ${file})`])
  } finally {
    hints.stop()
    rmSync(directory, { recursive: true })
  }
})

describe('what is lost and found', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hints-'))
  const file = join(directory, 'wallet.log')
  let nowMs = 0
  let hints: ReturnType<typeof hintAtProblems>
  let shown: string[]

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] })
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
    writeFileSync(file, '')
    shown = []
    hints = hintAtProblems({ wallet: file }, (line) => shown.push(line))
  })
  afterEach(() => {
    hints.stop()
    jest.restoreAllMocks()
    jest.useRealTimers()
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  const log = (answers: boolean, atMs: number) => {
    nowMs = atMs
    const [level, msg] = answers ? [30, 'Redis answers again'] : [40, 'Redis does not answer']
    appendFileSync(file, `${JSON.stringify({ level, msg, dependency: 'redis', answers })}\n`)
    hints.poll()
  }
  const LOST = `wallet: warning: Redis does not answer (log: ${file})`
  const BACK = `wallet: recovered: Redis answers again (log: ${file})`

  test('either is shown, and again when it happens again', () => {
    log(false, 0)
    log(true, 10_000)
    log(false, 20_000)
    log(true, 30_000)
    expect(shown).toEqual([LOST, BACK, LOST, BACK])
  })

  test('what comes and goes is told now and then, and the last word is how it is', () => {
    for (let at = 0; at < 10_000; at += 100) log(at % 200 !== 0, at)
    expect(shown.length).toBeLessThanOrEqual(3)
    log(false, 10_050)
    nowMs = 20_000
    hints.poll()
    expect(shown.at(-1)).toBe(LOST)
    log(true, 20_100)
    hints.poll()
    expect(shown.at(-1)).toBe(LOST)
    nowMs = 25_100
    hints.poll()
    expect(shown.at(-1)).toBe(BACK)
  })

  test('nothing is back that nobody missed', () => {
    log(true, 0)
    expect(shown).toEqual([])
  })
})
