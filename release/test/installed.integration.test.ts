import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASE, testInstalled } from './support/installed.js'

testInstalled('every dependency of the folder is installed at the version it pins', () => {
  const manifest = JSON.parse(readFileSync(join(RELEASE, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    const path = join(RELEASE, 'node_modules', name, 'package.json')
    expect((JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version).toBe(version)
  }
})
