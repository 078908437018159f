/** All that is published packs without a finding, and its programs start from what was packed. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { installPacked } from './support/install-packed.js'

const ROOT = join(__dirname, '../../..')
const whenInstalled = existsSync(join(ROOT, 'release/node_modules')) ? test : test.skip
const run = promisify(execFile)

whenInstalled('every package packs, and publint and arethetypeswrong find nothing', async () => {
  const project = mkdtempSync(join(tmpdir(), 'packages-'))
  try {
    const { stdout, stderr } = await run(process.execPath, ['release/pack.mjs'], { cwd: ROOT })
    expect(stderr.replace(/^npm .*\n/gm, '')).toBe('')
    const tarballs = new Map(
      stdout
        .trim()
        .split('\n')
        .map((path) => [basename(path).split('-')[1], path]),
    )
    expect([...tarballs.keys()]).toEqual(expect.arrayContaining(['sdk', 'ccxt', 'cli']))
    // The SDK first: the others get the packed one, and not the workspace's.
    for (const name of ['sdk', 'cli']) await installPacked(`@ats/${name}`, tarballs.get(name)!, project)
    const program = join(project, 'node_modules/@ats/cli/dist/main.js')
    const { stdout: help } = await run(process.execPath, [program, '--help'])
    expect(help).toMatch(/^Usage: ats /)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
