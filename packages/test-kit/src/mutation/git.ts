import { execFileSync } from 'node:child_process'

const OUTPUT_MAX_BYTES = 2 ** 28

/** The lines that it prints. */
export const git = (root: string, args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES }).split('\n').filter(Boolean)
