import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { REPOSITORY } from './repository.js'

/** The path of a program of deploy/tools.mjs, which fetches or builds it the first time. */
export const findTool = (name: 'cyclonus' | 'kubectl'): string =>
  execFileSync(process.execPath, [join(REPOSITORY, 'deploy', 'tools.mjs'), name], { encoding: 'utf8' }).trim()
