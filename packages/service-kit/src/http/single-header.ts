/**
 * The value of a header that was sent exactly once, else undefined. Node's own `headers` hide repetition: it joins
 * some headers with commas and drops the second of others.
 */
export function singleHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let value: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== name) continue
    if (value !== undefined) return undefined
    value = rawHeaders[index + 1] ?? ''
  }
  return value
}
