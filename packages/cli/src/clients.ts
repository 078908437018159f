import { TradingClient, WalletClient } from '@ats/sdk'
import type { Connection } from './config.js'
import { Failure } from './failure.js'

export const openTrading = ({ url, credentials }: Connection, note: Note): TradingClient =>
  new TradingClient({
    url,
    ...(credentials && { key: credentials.key, secret: credentials.secret }),
    fetch: sayingWhoIsAway(note),
  })

/** @throws Failure usage, when it is not known where the wallet is or who the user is */
export function openWallet({ walletUrl, user, walletAuthorization }: Connection, note: Note): WalletClient {
  if (walletUrl === undefined)
    throw new Failure('usage', 'the address of the wallet is not known: ats login --wallet-url, or ATS_WALLET_URL')
  if (user === undefined)
    throw new Failure('usage', 'it is not known who you are to the wallet: ats login --user, or ATS_USER')
  const send = sayingWhoIsAway(note)
  return new WalletClient({
    url: walletUrl,
    userId: user,
    fetch: walletAuthorization === undefined ? send : withAuthorization(walletAuthorization, send),
  })
}

/** Prints a line beside the result. */
type Note = (line: string) => void

/** A client retries for half a minute: the reason is shown once to a person who waits. */
function sayingWhoIsAway(note: Note): typeof fetch {
  let isTold = false
  return async (input, init) => {
    try {
      return await fetch(input, init)
    } catch (error) {
      // What a stream has lost is reported by the command that reads it.
      const isStream = new Headers(init?.headers).get('accept') === 'text/event-stream'
      if (!isTold && !isStream && init?.signal?.aborted !== true) {
        isTold = true
        note(`nothing answers at ${new URL(input instanceof Request ? input.url : input).origin}: trying again`)
      }
      throw error
    }
  }
}

const withAuthorization =
  (authorization: string, send: typeof fetch): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', authorization)
    return send(input, { ...init, headers })
  }
