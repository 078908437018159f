import { open } from 'node:fs/promises'
import type { Line } from './line.js'
import { readParquet } from './read-parquet.js'

/**
 * Reads a recording line by line, however long it is: CSV whose first line names the columns, or, when the name ends
 * so, Parquet, or NDJSON whose first object does. Blank lines are left out.
 */
export async function* readLines(path: string): AsyncGenerator<Line> {
  if (path.toLowerCase().endsWith('.parquet')) {
    yield* readParquet(path)
    return
  }
  const isJson = !path.toLowerCase().endsWith('.csv')
  const file = await open(path)
  let header: readonly string[] | undefined
  let number = 0
  try {
    for await (const raw of file.readLines({ encoding: 'utf8' })) {
      number += 1
      const text = number === 1 ? raw.replace(/^\uFEFF/, '') : raw
      if (text.trim() === '') continue
      if (header === undefined) {
        header = isJson ? Object.keys(parseObject(text) ?? {}) : (splitCsv(text) ?? [])
        if (!isJson) continue
      }
      yield { number, header, cells: isJson ? cutObject(text, header) : (splitCsv(text) ?? 'a quote is not closed') }
    }
  } finally {
    await file.close()
  }
}

/**
 * The cells of one CSV line: separated by commas, optionally in double quotes, a quote inside them doubled. Null: a
 * quote is not closed.
 */
export function splitCsv(text: string): readonly string[] | null {
  if (!text.includes('"')) return text.split(',')
  const cells: string[] = []
  const cell = /(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y
  while (cell.lastIndex <= text.length) {
    const match = cell.exec(text)
    if (match === null) return null
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') return cells
  }
  return cells
}

function cutObject(text: string, header: readonly string[]): readonly string[] | string {
  const object = parseObject(text)
  if (object === null) return 'this is not a JSON object'
  return header.map((name) => {
    const value = object[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  })
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
