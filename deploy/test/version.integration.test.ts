/** One version for everything: that of package.json stands in each manifest, constant, tag of an image and document. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

test('the version is the same everywhere', () => {
  const script = join(__dirname, '../../release/version.mjs')
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
