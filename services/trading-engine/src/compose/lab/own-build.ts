import { join } from 'node:path'

/** The build of this service: its processes and migrations. */
export const OWN_BUILD = {
  script: join(__dirname, '../../lab-run.js'),
  migrations: join(__dirname, '../../../migrations'),
}
