/** The laboratory's own command, which makes runs again: it is part of the service. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Failure } from '../failure.js'
import { labFolder, LAB_TOOL } from './find-lab.js'

/** Its answer, which says whether something differs. @throws Failure usage, with what it has complained about */
export async function askLabTool<T>(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<T> {
  if (!existsSync(LAB_TOOL))
    throw new Failure('usage', 'reports are compared and made again in the repository of the service, once it is built')
  const child = spawn(process.execPath, [LAB_TOOL, 'run', ...words], {
    env: { PATH: environment['PATH'], TZ: 'UTC', LAB_FOLDER: labFolder(environment) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, error] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0 && code !== 1) throw new Failure('usage', error.trim() || `it ended with ${code}`)
  return JSON.parse(out) as T
}
