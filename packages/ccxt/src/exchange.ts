import { Trading } from './trading.js'

/** The exchange class for ccxt: `new AtsExchange({ apiKey, secret, accountId, urls: { api } })`. */
export class AtsExchange extends Trading {}
