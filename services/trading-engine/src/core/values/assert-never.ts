/** Closes a switch over a union: compiles only while every case is handled. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected value: ${JSON.stringify(value)}`)
}
