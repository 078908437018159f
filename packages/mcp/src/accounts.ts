import type { Account, TradingClient } from '@ats/sdk'
import { Refusal } from './tools/tool.js'

/** The accounts that tools may name. */
export interface Accounts {
  /** The accounts of the key, or those among them that this server is for. */
  list(): ReturnType<TradingClient['accounts']>
  /** By its id; without one, the only account there is. @throws Refusal */
  find(id: string | undefined): Promise<Account>
}

export function createAccounts(client: TradingClient, allowed: readonly string[] | null): Accounts {
  const list = async () => {
    const accounts = await client.accounts()
    return allowed === null ? accounts : accounts.filter(({ id }) => allowed.includes(id))
  }
  return {
    list,
    async find(id) {
      const rows = await list()
      if (id !== undefined) {
        if (rows.some((row) => row.id === id)) return client.account(id)
        throw new Refusal(`there is no account ${id} here; list_accounts names those that there are`)
      }
      const [only, ...others] = rows
      if (only === undefined) throw new Refusal('the key has no account that this server is for; open one first')
      if (others.length > 0)
        throw new Refusal(`say which account: ${rows.map((row) => `${row.id} (${row.state})`).join(', ')}`)
      return client.account(only.id)
    },
  }
}
