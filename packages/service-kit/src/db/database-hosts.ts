import { parseDatabaseUrl } from '../process/database-url.js'

/** The hosts of an address, and the one that is tried first: the last that was the primary. */
export interface DatabaseHosts {
  readonly count: number
  /** Its URL. */
  readonly current: () => string
  /** The server at that URL cannot be used: the next one is tried first from now on. */
  readonly failed: (url: string) => void
}

export function createDatabaseHosts(url: string): DatabaseHosts {
  const urls = parseDatabaseUrl(url)
  let index = 0
  const current = (): string => urls[index] ?? url
  return {
    count: urls.length,
    current,
    failed(failed) {
      if (failed === current()) index = (index + 1) % urls.length
    },
  }
}
