import { readFileSync } from 'node:fs'
import { Failure } from './failure.js'

/** @throws Failure usage, when there is no such file */
export function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure('usage', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** @throws Failure refused, saying where the text stops being JSON */
export function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure('refused', `${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}
