import type { CopyLink } from '@ats/sdk/types'
import { accountLabels } from '../../account/account-labels.js'
import type { ListedAccount } from '../../api/accounts.js'
import { links as words } from '../../text/en/copying.js'

/** A link with the names of its accounts: of another user's only the end of the id is known. */
export interface NamedLink {
  readonly link: CopyLink
  readonly name: string
  readonly leader: string
  readonly follower: string
}

/** Links that go on before those that have ended, each with its names. */
export function namedLinks(links: readonly CopyLink[], accounts: readonly ListedAccount[]): readonly NamedLink[] {
  const labels = new Map(accountLabels(accounts).map(({ id, label }) => [id, label]))
  const labelOf = (id: string): string => labels.get(id) ?? words.ofOther(id.slice(-8))
  const hasEnded = ({ status }: CopyLink): boolean => status === 'ENDED'
  return [...links.filter((link) => !hasEnded(link)), ...links.filter(hasEnded)].map((link) => {
    const [leader, follower] = [labelOf(link.leader_account_id), labelOf(link.follower_account_id)]
    return { link, leader, follower, name: words.name(follower, leader) }
  })
}
