export function isAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/** Whether a secret sent there in the clear stays on this machine. */
export function isSafeAddress(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
