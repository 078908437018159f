import type { ProgramVersion } from '../api/firm/firm-programs.js'

/** The newest version of each program, in the order of the list. */
export const newestPrograms = (list: readonly ProgramVersion[]): readonly ProgramVersion[] =>
  list.filter(({ id, version }) => list.every((other) => other.id !== id || other.version <= version))
