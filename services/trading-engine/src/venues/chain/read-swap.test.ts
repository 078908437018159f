import { encodeAbiParameters, pad, toEventSelector } from 'viem/utils'
import { decimal } from '../../core/values/decimal.js'
import type { ChainLog, Hex } from '../port.js'
import { readSwap } from './read-swap.js'

const [WALLET, ROUTER, USDC, WETH] = ['a', 'b', 'c', 'e'].map((digit) => `0x${digit.repeat(40)}`) as [
  Hex,
  Hex,
  Hex,
  Hex,
]
const HASH = `0x${'5'.repeat(64)}` as const

const moved = (token: Hex, from: Hex, to: Hex, value: bigint): ChainLog => ({
  ...{ chainId: 1, block: 70, blockHash: '0x1', txHash: HASH, logIndex: 0, address: token },
  topics: [toEventSelector('Transfer(address,address,uint256)'), pad(from), pad(to)],
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})

const read = (
  logs: readonly ChainLog[],
  { block = 70, kind = 'mined' }: { block?: number; kind?: 'mined' | 'absent' } = {},
) =>
  readSwap(
    {
      look: () => Promise.resolve({ head: 90, confirmed: { number: 70, hash: '0x1' }, baseFee: 1n }),
      receipts: () => Promise.resolve([(kind === 'mined' ? { kind, receipt: { block } } : { kind }) as never]),
      transactionLogs: () => Promise.resolve(logs),
    },
    { wallet: WALLET, usdc: USDC.toUpperCase().replace('0X', '0x') as Hex, txHash: HASH },
    { token: WETH, decimals: 18 },
  )

const HALF = 5n * 10n ** 17n

test.each([
  ['a swap', [moved(WETH, WALLET, ROUTER, HALF), moved(USDC, ROUTER, WALLET, 1_432_100_000n)], '0.5', '1432.1'],
  ['change that comes back', [moved(WETH, WALLET, ROUTER, HALF), moved(WETH, ROUTER, WALLET, HALF / 5n)], '0.4', '0'],
  ['USDC that was sold elsewhere', [moved(USDC, ROUTER, WALLET, 1_000_000n)], '0', '1'],
  ['what others move', [moved(WETH, ROUTER, USDC, HALF), moved(USDC, ROUTER, USDC, 5n)], '0', '0'],
] as const)('tells what left the wallet, and what came: %s', async (_, logs, sent, received) => {
  expect(await read(logs)).toEqual({ kind: 'confirmed', sent: decimal(sent), received: decimal(received) })
})

test('a transaction that is not there, or not deep enough, tells nothing', async () => {
  expect(await read([], { kind: 'absent' })).toEqual({ kind: 'not_confirmed' })
  expect(await read([], { block: 71 })).toEqual({ kind: 'not_confirmed' })
})
