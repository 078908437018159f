import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(__dirname, '../../..')
export const RELEASE = join(ROOT, 'release')

const isInstalled = existsSync(join(RELEASE, 'node_modules'))
const whatIsMissing = (title: string): string => `${title} (needs npm ci --prefix release)`

/** Tests that need what `npm ci --prefix release` installs; without it they are listed as skipped. */
export const testInstalled = isInstalled
  ? test
  : (title: string, run: jest.ProvidesCallback): void => test.skip(whatIsMissing(title), run)

export const describeInstalled = isInstalled
  ? describe
  : (title: string, tests: () => void): void => describe.skip(whatIsMissing(title), tests)
