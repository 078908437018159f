/** The code of a system or database error ("ENOENT", "28P01"), else ''. Errors may come from another realm. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
