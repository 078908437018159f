import { execFileSync } from 'node:child_process'
import { ROOT, testInstalled } from '../support/installed.js'

testInstalled('to make the types of the SDK again from what was built changes nothing', () => {
  execFileSync(process.execPath, ['release/generate-sdk-types.mjs', '--check'], { cwd: ROOT, stdio: 'pipe' })
})
