/** The links that copy, by leader, in memory: what is no leader's costs a look-up. Only changes are read. */
import type { CopyingLink } from '../core/model/copied.js'

export interface CopyIndex {
  readonly isLeader: (accountId: string) => boolean
  readonly leaders: () => Iterable<string>
  readonly linksOf: (leaderId: string) => readonly CopyingLink[]
  /** The count of changes that it knows of. */
  readonly revision: () => number
  /** Reads what has changed, and resolves with it. */
  readonly refresh: () => Promise<readonly CopyingLink[]>
}

export function createCopyIndex(
  readChanged: (after: number) => Promise<{ readonly revision: number; readonly links: readonly CopyingLink[] }>,
): CopyIndex {
  const byLeader = new Map<string, Map<string, CopyingLink>>()
  let revision = -1
  let reading: Promise<readonly CopyingLink[]> | undefined

  const put = (copying: CopyingLink): void => {
    const { id, leaderAccountId: leaderId, status } = copying.link
    const links = byLeader.get(leaderId) ?? new Map<string, CopyingLink>()
    if (status === 'ENDED') links.delete(id)
    else links.set(id, copying)
    if (links.size === 0) byLeader.delete(leaderId)
    else byLeader.set(leaderId, links)
  }

  const read = async (): Promise<readonly CopyingLink[]> => {
    const changed = await readChanged(revision)
    changed.links.forEach(put)
    revision = Math.max(revision, changed.revision)
    return changed.links
  }

  return {
    isLeader: (accountId) => byLeader.has(accountId),
    leaders: () => byLeader.keys(),
    linksOf: (leaderId) => [...(byLeader.get(leaderId)?.values() ?? [])],
    revision: () => revision,
    refresh: () => (reading ??= read().finally(() => (reading = undefined))),
  }
}
