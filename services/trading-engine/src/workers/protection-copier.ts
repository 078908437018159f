/**
 * Copies the stops and targets of leaders: whenever those of a leader have changed, and once after a start, each of its
 * links gets what there is, and what has gone is taken off. Each version of each is a command that is carried out once.
 */
import type { CopyingLink } from '../core/model/copied.js'
import type { CopyLink } from '../core/model/copy-link.js'
import type { Order } from '../core/model/order/order.js'

export interface ProtectionCopierOptions {
  /** The stops and targets of the leader's open positions. */
  readonly readExits: (leaderId: string) => Promise<readonly Order[]>
  /**
   * The exits that the link has set, and the leader no longer has, where its position is still open: as it ended there.
   */
  readonly listGone: (link: CopyLink, exits: readonly Order[]) => Promise<readonly Order[]>
  readonly copy: (link: CopyLink, exit: Order) => Promise<void>
}

export type InTurn = (work: () => Promise<void>) => Promise<void>

export interface ProtectionCopier {
  /** `inTurn` runs the copies of a leader some at a time. */
  readonly copyAll: (leaderId: string, links: readonly CopyingLink[], inTurn: InTurn) => Promise<void>
}

export function createProtectionCopier({ readExits, listGone, copy }: ProtectionCopierOptions): ProtectionCopier {
  /** The protection that each link has copied of its leader. */
  const copied = new Map<string, string>()

  async function copyTo(link: CopyLink, exits: readonly Order[], state: string, inTurn: InTurn): Promise<void> {
    const { id, symbols } = link
    if (copied.get(id) === state) return
    const wanted = exits.filter(({ symbol }) => symbols === null || symbols.includes(symbol))
    for (const exit of [...wanted, ...(await listGone(link, exits))]) await inTurn(() => copy(link, exit))
    copied.set(id, state)
  }

  return {
    async copyAll(leaderId, links, inTurn) {
      const protecting = links.filter(({ link }) => link.copies.includes('PROTECTION'))
      if (protecting.length === 0) return
      const exits = await readExits(leaderId)
      const state = exits.map(({ id, version }) => `${id}/${version}`).join()
      await Promise.all(protecting.map(({ link }) => copyTo(link, exits, state, inTurn)))
    },
  }
}
