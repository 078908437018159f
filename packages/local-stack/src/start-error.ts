import { errorCode } from './error-code.js'

/** A start that cannot go on, with one line that says what to do. Everything else is a defect and shows its stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** A program that ended before it was ready. */
export class EndedAtStart extends StartError {}

const FILE_SYSTEM_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'no permission for',
  EPERM: 'no permission for',
  EROFS: 'read-only file system at',
  ENOSPC: 'no space left for',
  ENOTDIR: 'not a directory:',
  EEXIST: 'a file is in the way at',
}

/** The line for an error: a StartError's own, a plain sentence for trouble with files, undefined for a defect. */
export function explainStartFailure(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message
  const problem = FILE_SYSTEM_PROBLEMS[errorCode(error)]
  return problem !== undefined && error instanceof Error && 'path' in error
    ? `${problem} ${String(error.path)}`
    : undefined
}
