import { groupBy, inconsistent, type Check } from '../evidence.js'

/** Each decision that moves an account moves its version by one, beginning with the one that opens it. */
export const versions: Check = {
  name: "an account's version counts the decisions that moved it",
  find({ snapshot }) {
    const moving = groupBy(
      snapshot.commands.filter(({ moves }) => moves),
      ({ account_id }) => account_id,
    )
    return snapshot.accounts.flatMap(({ id, version }) => {
      const decisions = moving.get(id)?.length ?? 0
      if (Number(version) === decisions) return []
      return [inconsistent(`account ${id} has version ${version} after ${decisions} decisions that moved it`)]
    })
  },
}
