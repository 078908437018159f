import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { NO_PRETENURING } from './v8.js'

test('the V8 of this Node knows the flag', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--v8-options'])
  expect(stdout).toContain(NO_PRETENURING.replace('--no-', '--'))
})
