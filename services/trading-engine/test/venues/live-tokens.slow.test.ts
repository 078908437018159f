/** A profit that GMX pays in a token, from the chain to the books, and its sweep, by the whole engine. */
import { contractAt, describeWithChain, loadArtifact, type Contract } from '@ats/test-chain'
import { decimal } from '../../src/core/values/decimal.js'
import { startGmxStage, type GmxStage } from '../support/venues/gmx-stage.js'
import { endAll } from '../support/venues/live-lives.js'
import { startLiveStage, type LiveStage, type LiveTrader } from '../support/venues/live-stage.js'

const ELSEWHERE = `0x${'e'.repeat(40)}`

interface Shown {
  readonly state: string
  readonly balance: string
  readonly holdings: readonly { readonly name: string; readonly amount: string; readonly value: string }[]
}

describeWithChain('a profit that GMX pays in a token', () => {
  let stage: GmxStage
  let live: LiveStage
  let usdc: Contract
  beforeAll(async () => {
    stage = await startGmxStage()
    live = await startLiveStage(stage)
    usdc = contractAt(live.chain, loadArtifact('MockUsdc'), stage.usdc)
  })
  afterAll(() => live.stop())

  const operator = () => live.engine().operator
  const shown = async ({ accountId }: LiveTrader): Promise<Shown> =>
    (await operator().get<Shown>(`/operator/v1/accounts/${accountId}?decimals=string`)).body
  /** The ledger without gas, which is paid in the native token, less the capital that the account began with. */
  async function bookedUsdc(trader: LiveTrader): Promise<bigint> {
    const rows = (await trader.ledger('?decimals=string&limit=1000')) as unknown as Readonly<Record<string, string>>[]
    const usdcRows = rows.filter(({ house }) => house !== 'execution')
    return usdcRows.reduce((sum, { amount }) => sum + decimal(amount!), -decimal('100000'))
  }

  test('is held as the token that the wallet has, and the sweep is booked as the chain has it', async () => {
    const trader = await live.openTrader()
    const before = await trader.money()
    const earned = async (): Promise<bigint> => ((await trader.money()).usdc - before.usdc) * 10n ** 12n
    await trader.placed({ side: 'BUY', kind: 'MARKET', quantity: 0.05 })
    await trader.settle()
    const [waiting] = await trader.atVenue()
    await live.keeper.execute(trader.wallet, waiting!.venueOrderId)
    await trader.settle()
    const token = await stage.stopSwaps(stage.market.symbol)
    await live.setPrice('66000')
    await endAll(live, [trader])

    const { state, holdings } = await shown(trader)
    const [held] = holdings
    expect([state, held!.name]).toEqual(['HALTED', 'BTC'])
    const units = await token.read<bigint>('balanceOf', trader.wallet)
    expect(decimal(held!.amount)).toBe(units * 10n ** 10n)
    expect(Number(held!.value)).toBeCloseTo(300, -1)
    await trader.drain()
    expect(await bookedUsdc(trader)).toBe(await earned())

    // By hand, with the key of the wallet: sold elsewhere, which another transaction pays.
    await live.chain.impersonate(trader.wallet)
    await token.send(trader.wallet, 'transfer', [ELSEWHERE, units])
    const { transactionHash } = await usdc.send(live.chain.accounts[0]!.address, 'mint', [trader.wallet, 297_250_000n])
    const sweep = (received: string) =>
      operator().post(`/operator/v1/accounts/${trader.accountId}/sweep`, {
        body: { token: 'BTC', amount: held!.amount, received, tx_hash: transactionHash, reason: 'sold' },
      })
    expect(await sweep('297.25')).toMatchObject({ status: 409, body: { reason: 'chain_refused' } })
    await live.mineAndFollow(5)
    const difference = { subject: 'token', symbol: 'BTC', books: held!.amount, venue: '0' }
    expect(await trader.compare()).toMatchObject({ is_equal: false, differences: [difference] })
    expect(await sweep('297.26')).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining('brought the wallet 297.25 USDC') as unknown } },
    })
    expect(await sweep('297.25')).toMatchObject({ status: 200, body: { holdings: [] } })
    expect(await trader.compare()).toMatchObject({ is_equal: true, differences: [] })
    expect(await bookedUsdc(trader)).toBe(await earned())
    const checked = await operator().get(`/operator/v1/ledger-check?account_id=${trader.accountId}`)
    expect(checked.body).toMatchObject({ differences: [] })
  })
})
