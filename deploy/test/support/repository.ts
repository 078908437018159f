import { join } from 'node:path'

/** The top of the repository. */
export const REPOSITORY = join(__dirname, '..', '..', '..')

/** Whether everything is played, however long it takes. */
export const isWhole = process.env['SUITE'] === 'whole'
