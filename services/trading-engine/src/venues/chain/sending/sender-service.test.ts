import { createLogger } from '@ats/service-kit/process'
import { captureLogs } from '@ats/test-kit'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TradingWallet } from '../../../core/model/live/trading-wallet.js'
import type { Hex } from '../../port.js'
import { NoQuorum, type ChainView } from '../rpc/chain-client.js'
import { createSenderService, walletLock } from './sender-service.js'

const ADDRESSES: readonly Hex[] = ['0xaa', '0xbb', '0xcc']
const walletOf = (address: Hex): TradingWallet => ({
  ...{ address, accountId: address, venue: 'GMX', chainId: 1, signer: 'keystore', state: 'ACTIVE', stateReason: null },
  ...{ gasPerDayMax: 1n, gasPerOrderMax: 1n },
})

/** A service with three wallets, and the senders that each look runs. */
function begin() {
  const busy = new Set<Hex>()
  const held = new Set(ADDRESSES.map(walletLock))
  let head = 0
  let dueFrom = 100
  let opened: Hex[] = []
  let run: Hex[] = []
  const service = createSenderService({
    client: {
      look: () => Promise.resolve<ChainView>({ head, confirmed: { number: head, hash: '0x' }, baseFee: 1n }),
    } as never,
    listWallets: () => Promise.resolve(ADDRESSES.map(walletOf)),
    listBusy: () => Promise.resolve(busy),
    locks: { isHeld: (name) => held.has(name), want: () => undefined },
    openSender({ address }) {
      opened.push(address)
      return Promise.resolve({ isDue: (at: number) => at >= dueFrom, run: () => Promise.resolve(run.push(address)) })
    },
    followers: new Map(),
    everyMs: 1_000,
    logger: createLogger({ service: 'test', level: 'silent' }),
  })
  const look = async (): Promise<{ readonly opened: readonly Hex[]; readonly run: readonly Hex[] }> => {
    ;[opened, run] = [[], []]
    await service.look()
    await service.stop()
    return { opened, run }
  }
  return {
    ...{ busy, held, look },
    moveTo: (block: number) => void (head = block),
    dueFrom: (block: number) => void (dueFrom = block),
  }
}

test('each wallet has a first round, then those have one that are busy', async () => {
  const { busy, look } = begin()
  expect(await look()).toEqual({ opened: ADDRESSES, run: ADDRESSES })
  expect(await look()).toEqual({ opened: [], run: [] })
  busy.add('0xbb')
  expect(await look()).toEqual({ opened: [], run: ['0xbb'] })
  expect((await look()).run).toEqual(['0xbb'])
  busy.clear()
  expect((await look()).run).toEqual([])
})

test('a wallet at rest has a round when it is due, e.g. to look for what its venue keeps for it', async () => {
  const { look, moveTo, dueFrom } = begin()
  await look()
  moveTo(99)
  expect((await look()).run).toEqual([])
  moveTo(100)
  expect((await look()).run).toEqual(ADDRESSES)
  dueFrom(200)
  expect((await look()).run).toEqual([])
})

test('a wallet that another process has served has a first round again, busy or not', async () => {
  const { busy, held, look } = begin()
  await look()
  busy.add('0xaa')
  held.delete(walletLock('0xaa'))
  held.delete(walletLock('0xbb'))
  expect(await look()).toEqual({ opened: [], run: [] })
  ADDRESSES.map(walletLock).forEach((name) => held.add(name))
  expect(await look()).toEqual({ opened: ['0xaa', '0xbb'], run: ['0xaa', '0xbb'] })
})

test('a chain that does not answer is one line, and one when it answers again; other failures are told each time', async () => {
  const logs = captureLogs()
  const view = { head: 0, confirmed: { number: 0, hash: '0x' }, baseFee: 1n } as ChainView
  const outcomes = [...Array<string>(5).fill('silent'), 'answers', 'broken', 'broken', 'silent', 'answers']
  let looks = 0
  const look = (): Promise<ChainView> => {
    const outcome = outcomes[looks++] ?? 'answers'
    if (outcome === 'silent') return Promise.reject(new NoQuorum('fewer than 2 endpoints of chain 1 answer'))
    return outcome === 'broken' ? Promise.reject(new TypeError('no block')) : Promise.resolve(view)
  }
  const service = createSenderService({
    client: { look } as never,
    listWallets: () => Promise.resolve([]),
    listBusy: () => Promise.resolve(new Set<Hex>()),
    locks: { isHeld: () => true, want: () => undefined },
    openSender: () => Promise.reject(new Error('there is no wallet')),
    followers: new Map(),
    everyMs: 1,
    logger: createLogger({ service: 'test', level: 'trace', destination: logs.destination }),
  })
  service.start()
  while (looks <= outcomes.length) await nextTurn()
  await service.stop()
  const lines = logs.entries().map(({ msg, reason, err }) => [msg, reason ?? typeof err])
  const [lost, back] = ['the chain cannot be looked at; will retry until it can', 'the chain can be looked at again']
  const reason = 'fewer than 2 endpoints of chain 1 answer'
  const broken = ['the chain could not be looked at; will retry', 'object']
  expect(lines).toEqual([[lost, reason], [back, 'undefined'], broken, broken, [lost, reason], [back, 'undefined']])
})
