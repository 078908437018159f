import { readPrivateFile, writePrivateFile } from '../profile/private-file.js'

type Kept = Readonly<Record<string, number>>

/** The sequence of the last event of an account that was handled; undefined where none was. */
export const keptSequence = (path: string, accountId: string): number | undefined => readKept(path)[accountId]

export function keepSequence(path: string, accountId: string, sequence: number): void {
  writePrivateFile(path, { ...readKept(path), [accountId]: sequence })
}

function readKept(path: string): Kept {
  const found = readPrivateFile(path)
  if (typeof found !== 'object' || found === null) return {}
  return Object.fromEntries(Object.entries(found).filter(([, sequence]) => Number.isSafeInteger(sequence)))
}
