import { setImmediate as nextTurn } from 'node:timers/promises'
import { captureLogs } from '@ats/test-kit'
import { createLogger } from '@ats/service-kit/process'
import type { TradingWallet } from '../../core/model/live/trading-wallet.js'
import { formatDecimal } from '../../core/values/decimal.js'
import type { TokenHolding } from '../../core/model/account/token-holding.js'
import type { VenueHoldings, VenueReading } from '../../core/read/reconcile.js'
import type { Hex } from '../../core/model/live/venue-transaction.js'
import type { ChainReader } from '../../venues/port.js'
import { NoQuorum } from '../../venues/chain/rpc/chain-client.js'
import { createLiveReconciliation } from './live-reconciliation.js'

const SECOND = 1_000
/** A token of six decimals, as a contract answers: 0.5 of it. */
const HALF = `0x${(500_000).toString(16).padStart(64, '0')}`

const walletAt = (digit: string, venue: 'GMX' | 'OSTIUM'): TradingWallet => ({
  ...{ address: `0x${digit.repeat(40)}`, accountId: `account-${digit}`, venue, chainId: 1, signer: 'remote' },
  ...{ state: 'ACTIVE', stateReason: null, gasPerDayMax: 1n, gasPerOrderMax: 1n },
})
const WALLETS = [walletAt('1', 'GMX'), walletAt('2', 'GMX'), walletAt('3', 'OSTIUM')]

/** Wallets of two venues on a clock of its own; `compared` says when the books of which account were compared. */
function stage() {
  let now = 0
  let armed: { readonly at: number; readonly run: () => void } | undefined
  const cursors = new Map<string, number>()
  const followed = new Set(['GMX', 'OSTIUM'])
  const failing = new Map<string, Error>()
  const compared: (readonly [seconds: number, accountId: string, block: number])[] = []
  const logs = captureLogs()
  const told: string[] = []
  const held = new Map<string, readonly TokenHolding[]>()
  const tokensRead: (readonly [accountId: string, tokens: readonly string[]])[] = []
  const compare = (accountId: string, { block, tokens = [] }: VenueHoldings): Promise<VenueReading> => {
    tokensRead.push([accountId, tokens.map(({ token, amount }) => `${formatDecimal(amount)} of ${token}`)])
    compared.push([now / SECOND, accountId, block])
    return Promise.resolve({ block, differences: [] })
  }
  const adapterOf = (venue: 'GMX' | 'OSTIUM') => ({
    ...{ venue, chainId: 1 },
    readWallet: (address: Hex, reader: ChainReader) =>
      failing.has(address)
        ? Promise.reject(failing.get(address) ?? new Error())
        : Promise.resolve({ block: reader.block, usdc: 0n, native: 0n, positions: [], orders: [] } as never),
  })
  const reconciliation = createLiveReconciliation({
    adapters: [adapterOf('GMX'), adapterOf('OSTIUM')],
    client: { readerAt: (block) => ({ block, call: () => Promise.resolve(HALF) }) as never },
    store: {
      cursor: (venue) =>
        Promise.resolve(cursors.has(venue) ? { number: cursors.get(venue) ?? 0, hash: '0x', time: 0 } : null) as never,
    },
    books: {
      heldTokens: (accountId) => Promise.resolve(held.get(accountId) ?? []),
      compare: (accountId, _venue, holdings) => compare(`${accountId} on demand`, holdings),
      reconcile: (accountId, _venue, holdings) => compare(accountId, holdings),
    },
    listWallets: () => Promise.resolve(WALLETS),
    isFollowed: (venue) => followed.has(venue),
    logger: createLogger({ service: 'test', level: 'trace', destination: logs.destination }),
    onReading: ({ accountId }) => void told.push(accountId),
    clock: {
      now: () => now,
      after(ms, run) {
        armed = { at: now + ms, run }
        return () => (armed = undefined)
      },
    },
  })
  reconciliation.start()
  return {
    ...{ held, tokensRead, reconciliation, cursors, followed, failing, compared, logs, told },
    async pass(seconds: number): Promise<void> {
      for (const until = now + seconds * SECOND; now < until; now += SECOND) {
        if (armed === undefined || armed.at > now + SECOND) continue
        const { run } = armed
        armed = undefined
        run()
        await nextTurn()
        await nextTurn()
      }
    },
  }
}

const secondsOf = ({ compared }: ReturnType<typeof stage>, digit: string): readonly number[] =>
  compared.filter(([, accountId]) => accountId === `account-${digit}`).map(([seconds]) => seconds)

test('each wallet is compared once its venue has been read, and every minute from then on', async () => {
  const here = stage()
  await here.pass(10)
  expect(here.compared).toEqual([])
  here.cursors.set('GMX', 70)
  await here.pass(140)
  for (const digit of ['1', '2']) {
    const [first, second, third, ...others] = secondsOf(here, digit)
    expect([second! - first!, third! - second!, others]).toEqual([60, 60, []])
  }
  expect(secondsOf(here, '3')).toEqual([])
  expect(here.compared.map(([, , block]) => block)).toEqual(Array.from({ length: 6 }, () => 70))
  expect(here.told).toHaveLength(6)
})

test('only the process that follows a venue compares its wallets; anybody may look', async () => {
  const here = stage()
  here.followed.delete('GMX')
  here.cursors.set('GMX', 70).set('OSTIUM', 8)
  await here.pass(30)
  expect(new Set(here.compared.map(([, accountId]) => accountId))).toEqual(new Set(['account-3']))
  expect(await here.reconciliation.readDifferences(WALLETS[0]!)).toEqual({ block: 70, differences: [] })
  here.cursors.clear()
  expect(await here.reconciliation.readDifferences(WALLETS[0]!)).toBeNull()
})

test('the tokens that an account holds are read of its wallet, and of no other', async () => {
  const here = stage()
  const token = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'
  here.held.set('account-2', [{ venue: 'GMX', token, decimals: 6 } as TokenHolding])
  here.cursors.set('GMX', 70)
  await here.pass(10)
  expect(new Map(here.tokensRead)).toEqual(
    new Map([
      ['account-1', []],
      ['account-2', [`0.5 of ${token}`]],
    ]),
  )
})

test('a wallet that cannot be read is logged, tried again within seconds, and holds up no other', async () => {
  const here = stage()
  here.cursors.set('GMX', 70)
  here.failing.set(WALLETS[0]!.address, new Error('its contract has changed'))
  await here.pass(13)
  expect([secondsOf(here, '1'), secondsOf(here, '2').length]).toEqual([[], 1])
  expect(here.logs.text()).toContain('could not be compared with its venue')
  here.failing.clear()
  await here.pass(7)
  expect(secondsOf(here, '1')).toHaveLength(1)
})

test('a chain that does not answer is one line a wallet, without a stack, until the wallet was read again', async () => {
  const here = stage()
  here.cursors.set('GMX', 70)
  const silence = new NoQuorum('fewer than 2 endpoints of chain 1 answer')
  const lines = () => here.logs.entries().map(({ address, reason, err }) => [address, reason, err])
  const [first, second] = [WALLETS[0]!.address, WALLETS[1]!.address]
  for (const address of [first, second]) here.failing.set(address, silence)
  await here.pass(40)
  expect(lines()).toEqual([first, second].map((address) => [address, silence.message, undefined]))
  here.failing.clear()
  await here.pass(10)
  here.failing.set(first, silence)
  await here.pass(70)
  expect(lines().slice(2)).toEqual([[first, silence.message, undefined]])
})
