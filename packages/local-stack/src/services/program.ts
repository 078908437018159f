import { join } from 'node:path'

export type ProgramName = 'wallet' | 'trading-engine' | 'dashboard'

export interface ProgramEntry {
  readonly name: ProgramName
  /** The script that serves. */
  readonly main: string
}

export interface ServiceEntry extends ProgramEntry {
  readonly name: 'wallet' | 'trading-engine'
  /** The directory of its migrations. */
  readonly migrations: string
}

const REPOSITORY = join(__dirname, '..', '..', '..', '..')

/** A service as this repository, or a copy of it elsewhere, has built it. */
export function serviceEntry(name: ServiceEntry['name'], build = REPOSITORY): ServiceEntry {
  const directory = join(build, 'services', name)
  return { name, main: join(directory, 'dist', 'main.js'), migrations: join(directory, 'migrations') }
}

export const DASHBOARD_ENTRY: ProgramEntry = {
  name: 'dashboard',
  main: join(REPOSITORY, 'packages', 'dashboard', 'dist', 'main.js'),
}
