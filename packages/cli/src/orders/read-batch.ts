import { readFileSync } from 'node:fs'
import { newClientId } from '@ats/sdk'
import { Failure } from '../failure.js'
import type { Terminal } from '../terminal/terminal.js'

/** An order as a file has it: the service says what is wrong with it. */
export type FileOrder = Readonly<Record<string, unknown>> & { readonly client_id: string }

/**
 * The orders of a file, or of standard input for `-`: a JSON array, or one JSON object a line. Each gets a `client_id`
 * where it has none.
 * @throws Failure usage, saying which line or order is wrong
 */
export async function readBatch(source: string, terminal: Terminal): Promise<readonly FileOrder[]> {
  const text = source === '-' ? await terminal.readInput() : readText(source)
  const found = text.trimStart().startsWith('[') ? parseArray(source, text) : parseLines(source, text)
  if (found.length === 0) throw new Failure('usage', `${nameOf(source)} has no orders`)
  return found.map((order, index) => {
    if (typeof order !== 'object' || order === null || Array.isArray(order))
      throw new Failure('usage', `order ${index + 1} of ${nameOf(source)} is not a JSON object`)
    const body = order as Record<string, unknown>
    const { client_id: named } = body
    if (named !== undefined && typeof named !== 'string')
      throw new Failure('usage', `order ${index + 1} of ${nameOf(source)}: client_id must be a text`)
    return { ...body, client_id: named ?? newClientId() }
  })
}

const nameOf = (source: string): string => (source === '-' ? 'standard input' : source)

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure('usage', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, [
      'give side, quantity and symbol, or a file of orders, or - for standard input',
    ])
  }
}

function parseArray(source: string, text: string): readonly unknown[] {
  try {
    return JSON.parse(text) as readonly unknown[]
  } catch (error) {
    throw new Failure(
      'usage',
      `${nameOf(source)} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const parseLines = (source: string, text: string): readonly unknown[] =>
  text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      try {
        return JSON.parse(line) as unknown
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Failure('usage', `line ${number} of ${nameOf(source)} is not JSON: ${reason}`)
      }
    })
