/** All that is published packs without a finding, and its programs start from what was packed. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { API_VERSION } from '@ats/contracts'
import { ROOT, testInstalled } from '../support/installed.js'
import { installPacked } from './support/install-packed.js'

const run = promisify(execFile)

testInstalled('every package packs, and publint and arethetypeswrong find nothing', async () => {
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
    expect([...tarballs.keys()]).toEqual(expect.arrayContaining(['sdk', 'ccxt', 'mcp', 'cli']))
    // The SDK first: the others get the packed one, and not the workspace's.
    for (const name of ['sdk', 'cli', 'mcp']) await installPacked(`@ats/${name}`, tarballs.get(name)!, project)
    const help = async (name: string): Promise<string> => {
      const program = join(project, `node_modules/@ats/${name}/dist/main.js`)
      return (await run(process.execPath, [program, '--help'])).stdout
    }
    expect(await help('cli')).toMatch(/^Usage: ats /)
    expect(await help('mcp')).toMatch(/^ats-mcp: /)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

test('wheel and sdist of both packages for Python are built, of this version', async () => {
  const { stdout } = await run(process.execPath, ['release/pack-python.mjs'], { cwd: ROOT })
  expect(
    stdout
      .trim()
      .split('\n')
      .map((path) => basename(path)),
  ).toEqual(
    ['ats_trading', 'ats_ccxt'].flatMap((name) => [
      `${name}-${API_VERSION}-py3-none-any.whl`,
      `${name}-${API_VERSION}.tar.gz`,
    ]),
  )
})
