/** The code of a system or database error ("ENOENT", "28P01"); empty when it has none. Looks at the shape: errors may come from another realm. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
