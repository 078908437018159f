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
