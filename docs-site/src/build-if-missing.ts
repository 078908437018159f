/** Before `npm start`: builds the documentation, once. Without it the rest works, and /docs says how to build it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const BUILT = join(__dirname, '../../packages/dashboard/dist-docs')

if (!existsSync(BUILT)) {
  process.stdout.write('Building the documentation, which takes some seconds and is done once\n')
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: join(__dirname, '..') })
  if (status !== 0)
    process.stderr.write(`The documentation could not be built: npm run docs:build\n${String(stderr)}\n`)
}
