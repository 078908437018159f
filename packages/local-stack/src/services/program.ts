import { join } from 'node:path'

export type ProgramName = 'wallet' | 'trading-engine' | 'dashboard' | 'lab'

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

/** The laboratory is a process of the engine's build. */
export const LAB_ENTRY: ProgramEntry = {
  name: 'lab',
  main: join(REPOSITORY, 'services', 'trading-engine', 'dist', 'lab-server.js'),
}

export const DASHBOARD_ENTRY: ProgramEntry = {
  name: 'dashboard',
  main: join(REPOSITORY, 'packages', 'dashboard', 'dist', 'main.js'),
}
