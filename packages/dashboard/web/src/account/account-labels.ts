import type { Account } from '@ats/sdk/types'

type Named = Pick<Account, 'id' | 'name' | 'challenge_id'>

const shortId = (id: string): string => `…${id.slice(-8)}`

/** Tells an account from others of its name: by its challenge, if it has one, and the end of its id. */
export const accountMark = ({ id, challenge_id: challenge }: Pick<Named, 'id' | 'challenge_id'>): string =>
  challenge === null ? shortId(id) : `${challenge} · ${shortId(id)}`

/** The names of accounts, each with its mark where another has the same name. */
export function accountLabels(accounts: readonly Named[]): readonly { readonly id: string; readonly label: string }[] {
  const named = new Map<string, number>()
  for (const { name } of accounts) named.set(name, (named.get(name) ?? 0) + 1)
  return accounts.map((account) => ({
    id: account.id,
    label: named.get(account.name) === 1 ? account.name : `${account.name} · ${accountMark(account)}`,
  }))
}
