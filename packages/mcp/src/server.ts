import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SDK_VERSION, TradingClient } from '@ats/sdk'
import { createAccounts } from './accounts.js'
import { createPreviews } from './previews.js'
import type { Settings } from './config.js'
import { addReadTools } from './tools/read-tools.js'
import { addTradeTools } from './tools/trade-tools.js'

const READING =
  'Prices and accounts of a trading service. Decimals are text. Nothing here trades: to trade, the user starts the ' +
  'server with --allow-trading.'
const TRADING =
  'Prices, accounts and orders of a trading service. Decimals are text. To open: read get_risk, call preview_order, ' +
  'show the preview to the user, and call place_order with its preview_id only after the user has agreed.'

/** Makes a server for each connection; previews and limits are shared by all of them. */
export function createServers(settings: Settings, now: () => Date = () => new Date()): () => McpServer {
  const client = new TradingClient(settings)
  const accounts = createAccounts(client, settings.accounts)
  const previews = createPreviews(() => now().getTime())
  return () => {
    const { trading: limits } = settings
    const instructions = limits === null ? READING : TRADING
    const server = new McpServer({ name: 'ats', version: SDK_VERSION }, { instructions })
    addReadTools(server, client, accounts)
    if (limits !== null) addTradeTools(server, { client, accounts, limits, previews, now })
    return server
  }
}
