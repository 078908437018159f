import { BaseError, SDK_VERSION, type Account } from '@ats/sdk'
import { profilesPath } from '../config.js'
import { explain } from '../explain.js'
import { Failure } from '../failure.js'
import { isSafeAddress } from '../profile/address.js'
import { isExposed } from '../profile/private-file.js'
import type { Session } from '../session.js'
import { summarise } from '../bench/measure.js'
import { broken, ok, worthKnowing, type Finding } from './finding.js'
import { checkAccount, checkClock, checkKey, checkLatency, checkService, checkVersion } from './checks.js'

/** Checks everything between this machine and an order; a check that needs another that failed is left out. */
export async function* examine(session: Session): AsyncGenerator<Finding> {
  yield* examineProfile(session)
  const isReached = yield* examineService(session)
  if (isReached) {
    yield* examineLatency(session)
    if (session.connection.credentials !== undefined) yield* examineKey(session)
  }
  yield* examineWallet(session)
}

function* examineProfile({ environment, connection: { url, credentials, profile } }: Session): Generator<Finding> {
  const path = profilesPath(environment)
  yield isExposed(path)
    ? broken('profile', `others on this machine can read ${path}`, `chmod 600 ${path}`)
    : ok('profile', `${profile}, ${path}`)
  yield isSafeAddress(url)
    ? ok('address', url)
    : broken('address', `${url} sends your secret in the clear`, 'use https')
  if (credentials === undefined) yield broken('key', 'none', 'ats login, or set ATS_API_KEY and ATS_API_SECRET')
}

/** A service that restarts is waited for; a person who looks for a fault wants to read of it soon. */
const REACH = { deadlineMs: 3_000 }

async function* examineService({ trading }: Session): AsyncGenerator<Finding, boolean> {
  try {
    await trading.market.config(REACH) // the connection is made once
    const askedAt = Date.now()
    const config = await trading.market.config()
    const answeredAt = Date.now()
    yield checkVersion(config.version, SDK_VERSION)
    yield checkClock((askedAt + answeredAt) / 2 - Date.parse(config.server_time), (answeredAt - askedAt) / 2)
    yield* checkService(config)
    return true
  } catch (error) {
    yield troubleOf('service', error)
    return false
  }
}

const READS = 10

async function* examineLatency({ trading }: Session): AsyncGenerator<Finding> {
  try {
    const times: number[] = []
    for (let read = 0; read < READS; read += 1) {
      const startedAt = performance.now()
      await trading.market.price('BTC-USD')
      times.push(performance.now() - startedAt)
    }
    const { p50, max } = summarise(times)
    yield checkLatency(p50, max)
  } catch (error) {
    yield troubleOf('latency', error)
  }
}

async function* examineKey(session: Session): AsyncGenerator<Finding> {
  try {
    yield* checkKey(await session.trading.key(), Date.now())
  } catch (error) {
    yield troubleOf('key', error)
    return
  }
  try {
    const account = await session.account()
    yield checkAccount(await account.get())
    yield await examineStream(account)
  } catch (error) {
    yield troubleOf('account', error)
  }
}

const STREAM_MS = 10_000

/** The first frame of the account's stream: a proxy in between may buffer it. */
async function examineStream(account: Account): Promise<Finding> {
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(STREAM_MS)
  let lost = ''
  for await (const { type } of account.stream({ signal, onLost: ({ message }) => (lost = message) }))
    return ok('stream', `first frame (${type}) after ${Math.round(performance.now() - startedAt)} ms`)
  return broken(
    'stream',
    lost || `nothing came for ${STREAM_MS / 1_000} s`,
    'a proxy between has to pass bytes on as they come',
  )
}

async function* examineWallet({ connection, wallet }: Session): AsyncGenerator<Finding> {
  if (connection.walletUrl === undefined || connection.user === undefined) {
    yield worthKnowing('wallet', 'not known', 'ats keys needs it: ats login --wallet-url and --user')
    return
  }
  try {
    const keys = await wallet().keys()
    yield ok('wallet', `${connection.walletUrl}, ${keys.length} of 10 keys of ${connection.user}`)
  } catch (error) {
    yield troubleOf('wallet', error)
  }
}

function troubleOf(check: string, error: unknown): Finding {
  if (error instanceof Failure) return broken(check, error.message, error.details.join('; '))
  if (!(error instanceof BaseError)) throw error
  const { message, details } = explain(error, true)
  return broken(check, message, details.join('; '))
}
