import { StartError } from '../start-error.js'
import type { ServiceEntry } from './program.js'

/** Brings the database of a service up to date. */
export async function migrateService({ name, migrations }: ServiceEntry, connectionString: string): Promise<void> {
  // Loaded here: until now only the database server was waited for.
  const { migrate } = await import('@ats/service-kit/db')
  try {
    await migrate({ connectionString, directory: migrations })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new StartError(`the database of ${name} could not be brought up to date: ${message}`)
  }
}
