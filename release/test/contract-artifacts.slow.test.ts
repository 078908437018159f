import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { RELEASE, testInstalled } from './support/installed.js'

testInstalled("the test chain's artifacts are its contracts as compiled", () => {
  const compile = join(RELEASE, 'compile-contracts.mjs')
  expect(execFileSync(process.execPath, [compile, '--check'], { encoding: 'utf8' })).toBe('')
})
