import { exact } from '../decimals.js'
import { groupBy, inconsistent, type Check, type Finding } from '../evidence.js'
import type { AccountRow, TransferRow } from '../snapshot.js'

/** Balance = Σ transfers, to the last digit, by Postgres' arithmetic and by ours, and at every step on the way. */
export const ledger: Check = {
  name: 'balance = Σ ledger to the last digit, at every transfer',
  find({ snapshot }) {
    const transfers = groupBy(snapshot.transfers, ({ account_id }) => account_id)
    return snapshot.accounts.flatMap((account) => findOfAccount(account, transfers.get(account.id) ?? []))
  },
}

function findOfAccount(account: AccountRow, transfers: readonly TransferRow[]): readonly Finding[] {
  const findings: Finding[] = []
  let balance = 0n
  for (const { id, direction, amount, balance_after } of transfers) {
    balance += direction === 'IN' ? exact(amount) : -exact(amount)
    if (exact(balance_after) !== balance) findings.push(inconsistent(`transfer ${id} breaks the chain of balances`))
  }
  if (exact(account.balance) !== balance)
    findings.push(inconsistent(`account ${account.id}: balance ${account.balance} is not the sum of its transfers`))
  if (!account.is_sum_of_transfers)
    findings.push(inconsistent(`account ${account.id}: Postgres' sum of the transfers is not the balance`))
  return findings
}
