import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'

export const hasGo = () => spawnSync('go', ['version']).status === 0

/** The path of a program that Go builds once, from `module@version` or `module/of/the/command@version`. */
export function goProgram(module) {
  const folder = join(import.meta.dirname, '../node_modules/.cache', module.replaceAll('/', '-'))
  const program = join(folder, basename(module.split('@')[0]))
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const env = { ...process.env, GOBIN: folder }
  const { status, error } = spawnSync('go', ['install', module], { env, stdio: 'inherit' })
  if (status === 0) return program
  throw new Error(`Go does not build ${module}: ${error?.message ?? `it ended with ${status}`}`)
}
