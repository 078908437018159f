import { AccountWatch } from './account-watch.js'

/** The exchange class for ccxt: `new AtsExchange({ apiKey, secret, accountId, urls: { api } })`. */
export class AtsExchange extends AccountWatch {}
