/** Always: what moves money, or cannot be taken back. */
export const always = (): boolean => true

/** A preview changes nothing. Only the very query that pages send is taken for one. */
export const unlessPreview = (_body: Buffer, query: string): boolean => query !== 'dry_run=true'

/**
 * A new key needs it unless it can only read and tells nobody. What cannot be understood here needs it too: the wallet
 * might understand it otherwise.
 */
export function makesDangerousKey(body: Buffer): boolean {
  const key = readObject(body)
  if (key === null || key['webhookUrl'] !== undefined) return true
  const { permissions } = key
  return !(Array.isArray(permissions) && permissions.length === 1 && permissions[0] === 'READ_ONLY')
}

/** A change of a key needs it when it says where events go, and so does one that cannot be understood. */
export function changesWebhook(body: Buffer): boolean {
  const changes = readObject(body)
  return changes === null || changes['webhookUrl'] !== undefined
}

/** A link that is accepted lets somebody else trade on the account from then on; a pause takes that away. */
export function unlessPaused(body: Buffer): boolean {
  const change = readObject(body)
  return change === null || Object.keys(change).length !== 1 || change['status'] !== 'PAUSED'
}

function readObject(body: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}
