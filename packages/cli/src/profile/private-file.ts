import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure } from '../failure.js'

/** The file's JSON, or null where there is no file. @throws Failure usage, when it cannot be read */
export function readPrivateFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new Failure('usage', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Whole or not at all, and readable by its owner alone. @throws Failure usage, when it cannot be written */
export function writePrivateFile(path: string, value: unknown): void {
  const unfinished = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw new Failure('usage', `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Whether others on this machine may read the file. */
export function isExposed(path: string): boolean {
  try {
    return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
  } catch {
    return false
  }
}
