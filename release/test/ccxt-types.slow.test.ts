import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, testInstalled } from './support/installed.js'

testInstalled('the exchange class has the types that ccxt itself declares', () => {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const project = join(ROOT, 'release', 'tsconfig.ccxt.json')
  expect(execFileSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' })).toBe('')
})
