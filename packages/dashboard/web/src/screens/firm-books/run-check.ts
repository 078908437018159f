import type { LedgerCheck } from '../../api/firm/firm-lists.js'

export type Difference = LedgerCheck['differences'][number]

/** A check of the books so far. */
export interface CheckedBooks {
  readonly accounts: number
  readonly transfers: number
  readonly fills: number
  readonly events: number
  readonly differences: readonly Difference[]
}

export const NOTHING_CHECKED: CheckedBooks = { accounts: 0, transfers: 0, fills: 0, events: 0, differences: [] }

type ReadPage = (after: string | null, signal: AbortSignal) => Promise<LedgerCheck>

/**
 * Checks all accounts, a page of them at a time, and tells how far it is after each. Between two pages nothing is held
 * anywhere. Rejects when a page cannot be read, or the signal says so.
 */
export async function runCheck(
  readPage: ReadPage,
  signal: AbortSignal,
  onProgress: (checked: CheckedBooks) => void,
): Promise<CheckedBooks> {
  let checked = NOTHING_CHECKED
  let after: string | null = null
  do {
    signal.throwIfAborted()
    const page: LedgerCheck = await readPage(after, signal)
    checked = {
      accounts: checked.accounts + page.accounts,
      transfers: checked.transfers + page.transfers,
      fills: checked.fills + page.fills,
      events: checked.events + page.events,
      differences: [...checked.differences, ...page.differences],
    }
    onProgress(checked)
    after = page.next
  } while (after !== null)
  return checked
}
