import { TradingClient, WalletClient } from '@ats/sdk'
import type { Connection } from './config.js'
import { Failure } from './failure.js'

export const openTrading = ({ url, credentials }: Connection): TradingClient =>
  new TradingClient({ url, ...(credentials && { key: credentials.key, secret: credentials.secret }) })

/** @throws Failure usage, when it is not known where the wallet is or who the user is */
export function openWallet({ walletUrl, user, walletAuthorization }: Connection): WalletClient {
  if (walletUrl === undefined)
    throw new Failure('usage', 'the address of the wallet is not known: ats login --wallet-url, or ATS_WALLET_URL')
  if (user === undefined)
    throw new Failure('usage', 'it is not known who you are to the wallet: ats login --user, or ATS_USER')
  return new WalletClient({
    url: walletUrl,
    userId: user,
    ...(walletAuthorization !== undefined && { fetch: withAuthorization(walletAuthorization) }),
  })
}

const withAuthorization =
  (authorization: string): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', authorization)
    return fetch(input, { ...init, headers })
  }
