/** A LIVE account on the dashboard: its wallet, an order on its way to the contracts and back, both sides' books. */
import {
  contractAt,
  describeWithChain,
  loadArtifact,
  startTestSigner,
  type Hex,
  type TestChain,
  type TestSigner,
} from '@ats/test-chain'
import type { Browser, Page } from 'playwright-core'
import type { VenueAdapter } from '../../../services/trading-engine/src/venues/port.js'
import { liveMarket } from '../../../services/trading-engine/test/support/venues/live-accounts.js'
import { planFile } from '../../../services/trading-engine/test/support/plans/plan-file.js'
import { readerAt } from '../../../services/trading-engine/test/support/venues/chain-reads.js'
import { startGmxStage } from '../../../services/trading-engine/test/support/venues/gmx-stage.js'
import type { VenueStage } from '../../../services/trading-engine/test/support/venues/venue-stage.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const PLAN = 'live-100k'
const SYMBOL = 'BTC-USD'
const ELEVEN_MINUTES = 660
/** Wei: a hundred of the native token. USDC: a hundred thousand, of six decimals. */
const [NATIVE, USDC] = [10n ** 20n, 10n ** 11n]

describeWithChain('on a chain', () => {
  describeInBrowser('a LIVE account', () => {
    let stage: VenueStage
    let chain: TestChain
    let signer: TestSigner
    let stack: Stack
    let browser: Browser
    let wallet: Hex
    let accountId: string
    let trader: Page
    let operator: Page
    /** The venue says that it holds no position. */
    let isForgetful = false
    const problems: (readonly string[])[] = []

    const seconds = (): number => Math.floor(Date.now() / 1_000)
    const pageOf = async (session: Parameters<Stack['logIn']>[1]): Promise<Page> => {
      const context = await newContext(browser, { viewport: { width: 1600, height: 1000 } })
      await stack.logIn(context, session)
      // The console of Chromium tells of the refusal that is asked for here.
      const watched = await watchedPage(context, /status of 403/)
      problems.push(watched.problems)
      return watched.page
    }

    beforeAll(async () => {
      ;[stage, signer] = await Promise.all([startGmxStage(), startTestSigner()])
      chain = stage.chain as TestChain
      const { feed, runtime } = liveMarket()
      stack = await startStack({
        engine: {
          ...{ feed, runtime: { ...runtime, venueAdapters: [forgetful(stage.adapter)], senderEveryMs: 20 } },
          ...{ LIVE_EXECUTION: 'on', LIVE_CHAIN_ID: chain.chainId, LIVE_CONFIRMATIONS: 2 },
          ...{ LIVE_RPC_URLS: [chain.rpcUrl], LIVE_RPC_QUORUM: 1, LIVE_RPC_REQUESTS_PER_SECOND: 10_000 },
          ...{ LIVE_SIGNER_URL: signer.url, LIVE_GAS_PER_DAY: NATIVE, LIVE_GAS_PER_ORDER: NATIVE },
        },
      })
      const { operator: api } = stack.engine
      const plans = [planFile(PLAN, { execution: 'LIVE', max_slippage_pct: 2 })]
      await api.put('/operator/v1/plans', { body: { plans } })
      await api.post('/operator/v1/grants', { body: { user_id: 'anna', plan_id: PLAN } })
      accountId = await stack.openAccount('anna', PLAN, 'Real money')
      wallet = signer.createKey()
      await chain.setBalance(wallet, NATIVE)
      await contractAt(chain, loadArtifact('MockUsdc'), stage.usdc).send(chain.accounts[0]!.address, 'mint', [
        wallet,
        USDC,
      ])
      browser = await launchChromium()
      operator = await pageOf({
        user: 'olga',
        roles: ['trader', 'operator'],
        authTime: seconds() - ELEVEN_MINUTES,
      })
      trader = await pageOf({ user: 'anna' })
    })
    afterAll(async () => {
      await browser.close()
      await stack.close()
      await signer.stop()
      await stage.stop()
    })
    afterEach(() => expect(problems.flat()).toEqual([]))

    const forgetful = (adapter: VenueAdapter): VenueAdapter => ({
      ...adapter,
      async readWallet(address, reader) {
        const holdings = await adapter.readWallet(address, reader)
        return isForgetful ? { ...holdings, positions: [] } : holdings
      },
    })

    /** Blocks come until it is so. */
    async function mineUntil(isSo: () => Promise<boolean>): Promise<void> {
      while (!(await isSo())) await chain.mine()
    }
    const order = async () => {
      const { body } = await stack
        .user('anna')
        .get<readonly { readonly status: string }[]>(`/v1/account/${accountId}/orders?status=all`)
      return body[0]!
    }

    test('is given its wallet by an operator who has just logged in, and what that has is shown', async () => {
      await operator.goto(`${stack.url}/firm/wallets`)
      await operator.getByText('No wallet is registered').waitFor()
      await operator.getByRole('button', { name: 'Register a wallet' }).click()
      const dialog = operator.getByRole('dialog')
      const register = dialog.getByRole('button', { name: 'Register it' })
      await dialog.getByLabel('Address').fill(wallet.slice(1))
      await dialog.getByText('An address is 0x and 40 hexadecimal digits').waitFor()
      await dialog.getByLabel('Address').fill(wallet)
      expect(await register.isDisabled()).toBe(true)
      await dialog.getByLabel('Account').fill(accountId)
      await dialog.getByLabel('Signer').selectOption('remote')
      await register.click()
      // It moves real money from here on: that needs a login of the last ten minutes.
      await dialog.getByRole('link', { name: 'Log in again' }).waitFor()
      expect(await dialog.getByLabel('Address').inputValue()).toBe(wallet)
      await stack.logIn(operator.context(), { user: 'olga', roles: ['trader', 'operator'] })
      await register.click()
      const row = operator.getByRole('table', { name: 'Wallets' }).getByRole('row', { name: new RegExp(wallet) })
      await row.getByText('Active', { exact: true }).waitFor()
      await row.getByText('100,000', { exact: true }).waitFor()
    })

    test('says that it trades real money, and how far from the mark', async () => {
      await trader.goto(`${stack.url}/accounts/${accountId}?tab=rules`)
      await trader.getByText('LIVE', { exact: true }).waitFor()
      await trader.getByText(/with real money\. .* may fill up to 2 % from the mark/).waitFor()
    })

    test('an order is on its way to the venue until a keeper has executed it', async () => {
      const { body } = await stack.user('anna').get<{ mark_price: number }>(`/v1/price?symbol=${SYMBOL}&venue=GMX`)
      await stage.keeper!.setPrice(SYMBOL, String(body.mark_price))
      await trader.goto(`${stack.url}/market/GMX/${SYMBOL}`)
      await trader.getByLabel('Quantity (BTC)').fill('0.01')
      await trader.getByRole('button', { name: 'Buy 0.01 BTC' }).click()
      await trader.getByText('Buy market BTC-USD is on its way to the venue').waitFor()
      await trader.goto(`${stack.url}/accounts/${accountId}?tab=orders`)
      const working = trader.getByRole('table', { name: 'Working orders' }).getByRole('row', { name: /BTC-USD/ })
      await working.getByText('On its way to the venue').waitFor()
      await mineUntil(async () => (await order()).status === 'OPEN')
      await working.getByText('Taken by the venue').waitFor()
      const reader = readerAt(chain, await chain.head())
      const [waiting] = (await stage.adapter.readWallet(wallet, reader)).orders
      await stage.keeper!.execute(wallet, waiting!.venueOrderId)
      await mineUntil(async () => (await order()).status === 'FILLED')
      await trader.getByRole('tab', { name: 'Order history' }).click()
      const ended = trader.getByRole('table', { name: 'All orders' }).getByRole('row', { name: /BTC-USD/ })
      await ended.getByText('Executed', { exact: true }).waitFor()
    })

    test('operators see whether books and venue agree, and both sides where they do not', async () => {
      await operator.getByRole('button', { name: `Compare ${wallet}` }).click()
      const drawer = operator.getByRole('dialog')
      await drawer.getByText('Both say the same.').waitFor()
      isForgetful = true
      await drawer.getByRole('button', { name: 'Compare again' }).click()
      const difference = drawer.getByRole('row', { name: /Position BTC-USD/ })
      // The venue sizes a position in dollars, at the price of the moment: its quantity is near 0.01.
      await difference.getByText(/^LONG 0\.0\d+$/).waitFor()
      await difference.getByText('nothing', { exact: true }).waitFor()
      isForgetful = false
      await drawer.getByRole('button', { name: 'Compare again' }).click()
      await drawer.getByText('Both say the same.').waitFor()
    })

    test('its wallet is drained for a reason, resumed and paused', async () => {
      await operator.goto(`${stack.url}/firm/wallets`)
      const row = operator.getByRole('table', { name: 'Wallets' }).getByRole('row', { name: new RegExp(wallet) })
      const change = async (action: string, confirm: string, reason?: string): Promise<void> => {
        await row.getByRole('button', { name: `${action} ${wallet}` }).click()
        const dialog = operator.getByRole('dialog')
        if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason)
        await dialog.getByRole('button', { name: confirm }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      await change('Drain', 'Drain it', 'end of the programme')
      await row.getByText('Draining', { exact: true }).waitFor()
      await row.getByText('end of the programme').waitFor()
      expect(await row.getByRole('button', { name: `Drain ${wallet}` }).count()).toBe(0)
      await change('Resume', 'Resume it')
      await row.getByText('Active', { exact: true }).waitFor()
      await change('Pause', 'Pause it', 'who has used its key?')
      await row.getByText('Paused', { exact: true }).waitFor()
    })

    test('what operators have done to its wallet is in the audit', async () => {
      await operator.goto(`${stack.url}/firm/audit`)
      for (const action of ['Registered a wallet', 'Drained a wallet', 'Resumed a wallet', 'Paused a wallet'])
        await operator.getByRole('row', { name: new RegExp(`olga.*${action}`) }).waitFor()
    })
  })
})
