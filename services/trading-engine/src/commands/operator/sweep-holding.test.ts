import { aMemoryVenue } from '../../../test/support/venues/memory-venue.js'
import type { SwapOnChain } from '../../core/model/live/swap-on-chain.js'
import type { TokenHolding } from '../../core/model/account/token-holding.js'
import { decimal, quantity, usd } from '../../core/values/decimal.js'
import { asText } from '../../wire/decimals.js'
import type { Command } from '../pipeline/command.js'
import { sweepHolding } from './sweep-holding.js'

const HOLDING: TokenHolding = {
  ...{ venue: 'GMX', token: '0x82aF', name: 'ETH', decimals: 18, since: 0 },
  ...{ amount: quantity(decimal('0.5')), value: usd(decimal('1500')), swept: quantity(0n), received: usd(0n) },
}

const confirmed = (sent: string, received: string): SwapOnChain => ({
  ...{ kind: 'confirmed', sent: quantity(decimal(sent)), received: usd(decimal(received)) },
})

/** Sweeps half an ETH for 1,432.1 USDC, where the chain says so: what is asked for of the account, and the audit. */
async function asked(swap: SwapOnChain | null) {
  const account = { ...aMemoryVenue().trader.account, tokenHoldings: [HOLDING] }
  const commands: Command<unknown>[] = []
  await sweepHolding(
    {
      contexts: { get: () => Promise.resolve(account), getCurrent: () => Promise.resolve(account) } as never,
      readSwap: () => Promise.resolve(swap),
      runCommand: ((command: Command<unknown>) => Promise.resolve(void commands.push(command))) as never,
    },
    {
      ...{ accountId: account.id, write: asText, token: 'eth', txHash: '0xAB', reason: 'swapped' },
      ...{ amount: quantity(decimal('0.5')), received: usd(decimal('1432.1')) },
      operator: { name: 'olga', tokens: [], note: null, request: { token: 'eth' } },
    },
  )
  return commands
}

test.each([
  ['the swap', confirmed('0.5', '1432.1'), true],
  ['USDC alone, from elsewhere', confirmed('0', '1432.1'), true],
  ['nothing, as no chain is asked', null, false],
])('a sweep is booked under its transaction and token where the chain says %s', async (_, swap, isChecked) => {
  expect(await asked(swap)).toMatchObject([
    {
      ...{ kind: 'sweep_holding', clientId: expect.stringMatching(/^sweep\/.*\/0xab\/0x82af$/) as unknown },
      operator: { name: 'olga', request: { token: 'eth', checked_on_chain: isChecked } },
    },
  ])
})

test.each([
  [{ kind: 'not_confirmed' } as const, 'not deep enough yet'],
  [confirmed('0.5', '1432.2'), 'brought the wallet 1432.2 USDC, not 1432.1'],
  [confirmed('0.4', '1432.1'), 'took 0.4 ETH out of the wallet, not 0.5'],
  [confirmed('-0.5', '1432.1'), 'took -0.5 ETH out of the wallet, not 0.5'],
])('a sweep that the chain has otherwise is refused: %j', async (swap, message) => {
  await expect(asked(swap)).rejects.toMatchObject({
    ...{ code: 'conflict', details: { reason: 'chain_refused' }, message: expect.stringContaining(message) as unknown },
  })
})
