import { tmpdir } from 'node:os'
import { choosePostgresUser } from '../postgres/postgres-user.js'
import { makeReachableDirectory } from '../postgres/postgres-home.js'
import { startGuardian, type Guardian } from '../processes/guardian.js'

/** The guardian that ends the processes of a stack, and the directory of their logs. */
export interface Workspace {
  readonly guardian: Guardian
  readonly directory: string
}

/** In memory on some machines: its writes may cost nothing. */
const TEMPORARY = [tmpdir(), '/var/tmp']

/** A guardian and a temporary directory that PostgreSQL can reach too, in the first of `bases` that serves. */
export async function openWorkspace(prefix: string, bases: readonly string[] = TEMPORARY): Promise<Workspace> {
  const guardian = await startGuardian()
  try {
    return { guardian, directory: makeTemporaryDirectory(guardian, prefix, bases) }
  } catch (error) {
    await guardian.stop()
    throw error
  }
}

/** Removed when the guardian ends. */
export function makeTemporaryDirectory(
  guardian: Guardian,
  prefix: string,
  bases: readonly string[] = TEMPORARY,
): string {
  const directory = makeReachableDirectory(bases, prefix, choosePostgresUser(''))
  guardian.removeAtEnd(directory)
  return directory
}
