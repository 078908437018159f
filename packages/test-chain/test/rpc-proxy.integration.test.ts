import {
  deploy,
  describeWithChain,
  loadArtifact,
  startChain,
  startRpcProxy,
  type RpcFault,
  type RpcProxy,
  type TestChain,
} from '@ats/test-chain'
import { privateKeyToAccount } from 'viem/accounts'

type Answer = { result?: unknown; error?: { message: string } }

describeWithChain('an RPC endpoint that fails', () => {
  let chain: TestChain
  let proxy: RpcProxy

  beforeAll(async () => {
    chain = (await startChain({ mining: 'manual' }))!
    await chain.mine(10)
  })
  afterAll(() => chain.stop())
  beforeEach(async () => {
    proxy = await startRpcProxy(chain.rpcUrl)
  })
  afterEach(() => proxy.close())

  const post = (body: unknown, signal?: AbortSignal): Promise<Response> =>
    fetch(proxy.url, { method: 'POST', body: JSON.stringify(body), ...(signal === undefined ? {} : { signal }) })
  const ask = async (method: string, ...params: unknown[]): Promise<Answer> =>
    (await (await post({ jsonrpc: '2.0', id: 1, method, params })).json()) as Answer
  const account = () => privateKeyToAccount(chain.accounts[0]!.privateKey)

  /** Signed bytes of the account's next transaction, and their hash as the node would answer it. */
  async function sign(): Promise<`0x${string}`> {
    const nonce = Number(await chain.rpc<string>('eth_getTransactionCount', account().address, 'pending'))
    const to = chain.accounts[1]!.address
    const { chainId } = chain
    return account().signTransaction({ chainId, nonce, to, value: 1n, gas: 21_000n, gasPrice: 10n ** 10n })
  }
  const pending = async (): Promise<number> =>
    Number(await chain.rpc<string>('eth_getTransactionCount', account().address, 'pending'))

  test('passes on what it is asked, and batches in their order', async () => {
    expect(await ask('eth_chainId')).toMatchObject({ result: '0xa4b1' })
    const batch = ['eth_chainId', 'eth_blockNumber'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] }))
    const head = `0x${(await chain.head()).toString(16)}`
    expect(await (await post(batch)).json()).toMatchObject([
      { id: 0, result: '0xa4b1' },
      { id: 1, result: head },
    ])
    expect(proxy.requests.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_chainId', 'eth_blockNumber'])
    expect(await ask('eth_nonsense')).toMatchObject({ error: { code: -32601 } })
  })

  test('refuses, and answers again on the same port', async () => {
    await proxy.fail('refuse')
    await expect(ask('eth_chainId')).rejects.toThrow('fetch failed')
    await proxy.fail(null)
    expect(await ask('eth_chainId')).toMatchObject({ result: '0xa4b1' })
  })

  test('hangs until the asker gives up', async () => {
    await proxy.fail('hang')
    const given = new AbortController()
    const answer = post({ id: 1, method: 'eth_chainId' }, given.signal)
    const abandoned = expect(answer).rejects.toThrow('aborted')
    given.abort()
    await abandoned
  })

  test.each([
    ['error', 500, null],
    ['too_many', 429, '7'],
    ['html', 200, null],
  ] as const)('%s: HTTP %d', async (fault, status, retryAfter) => {
    await proxy.fail(fault)
    const response = await post({ id: 1, method: 'eth_chainId' })
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe(retryAfter)
  })

  test('half an answer', async () => {
    await proxy.fail('half')
    await expect(ask('eth_chainId')).rejects.toThrow('terminated')
  })

  test('an answer that is lost: the node has what was sent', async () => {
    const before = await pending()
    await proxy.fail('lost_answer', { methods: ['eth_sendRawTransaction'] })
    await expect(ask('eth_sendRawTransaction', await sign())).rejects.toThrow('fetch failed')
    expect(await pending()).toBe(before + 1)
    expect(proxy.met()).toBe(1)
  })

  test.each([
    ['already_known', 'already known', 1],
    ['nonce_too_low', 'nonce too low', 0],
    ['underpriced', 'replacement transaction underpriced', 0],
    ['insufficient_funds', 'insufficient funds for gas * price + value', 0],
  ] as const)('%s: the transaction is refused in these words', async (fault, message, taken) => {
    const before = await pending()
    await proxy.fail(fault)
    expect(await ask('eth_sendRawTransaction', await sign())).toMatchObject({ error: { code: -32_000, message } })
    expect(await pending()).toBe(before + taken)
    expect(await ask('eth_chainId')).toMatchObject({ result: '0xa4b1' })
  })

  test('a transaction that is dropped has its hash all the same', async () => {
    const before = await pending()
    const bytes = await sign()
    await proxy.fail('dropped')
    const { result } = await ask('eth_sendRawTransaction', bytes)
    expect(await pending()).toBe(before)
    await proxy.fail(null)
    expect(await ask('eth_getTransactionByHash', result)).toMatchObject({ result: null })
    expect(await ask('eth_sendRawTransaction', bytes)).toMatchObject({ result })
  })

  test.each(['internal', 'null_result'] as const)('%s: whatever is asked', async (fault) => {
    await proxy.fail(fault)
    const answer = await ask('eth_getLogs', {})
    expect(answer).toMatchObject(fault === 'internal' ? { error: { code: -32_603 } } : { result: null })
  })

  test('the k-th request of a method, so many times', async () => {
    await proxy.fail('error', { methods: ['eth_blockNumber'], skip: 1, times: 2 })
    const statuses: number[] = []
    for (const method of ['eth_blockNumber', 'eth_chainId', ...Array<string>(4).fill('eth_blockNumber')])
      statuses.push((await post({ id: 1, method, params: [] })).status)
    expect(statuses).toEqual([200, 200, 500, 500, 200, 200])
    expect(proxy.met()).toBe(2)
  })

  describe('with a head beside the true one', () => {
    const head = async (fault: RpcFault): Promise<number> => {
      await proxy.fail(fault)
      return Number((await ask('eth_blockNumber')).result)
    }

    test('ahead: the number alone', async () => {
      const truth = await chain.head()
      expect(await head({ head: 5 })).toBe(truth + 5)
      expect(await ask('eth_getBlockByNumber', `0x${(truth + 5).toString(16)}`, false)).toMatchObject({ result: null })
    })

    test('behind: nothing of later blocks is there', async () => {
      const [, second] = chain.accounts
      const usdc = await deploy(chain, loadArtifact('MockUsdc'))
      const balance = async (): Promise<bigint> =>
        BigInt((await ask('eth_getBalance', second!.address, 'latest')).result as string)
      await chain.mine()
      const held = await balance()
      const logs = async (): Promise<unknown> => (await ask('eth_getLogs', { address: usdc.address })).result
      await usdc.send(chain.accounts[3]!.address, 'mint', [second!.address, 1n])
      expect(await logs()).toHaveLength(1)
      await proxy.fail({ head: -1 })
      expect(await logs()).toEqual([])
      await proxy.fail(null)
      const { transactionHash, blockHash, blockNumber } = await chain.transact({
        from: chain.accounts[3]!.address,
        to: second!.address,
        value: 3n,
      })
      expect(await balance()).toBe(held + 3n)
      expect(await head({ head: -1 })).toBe(blockNumber - 1)
      expect(await balance()).toBe(held)
      expect(await ask('eth_getTransactionReceipt', transactionHash)).toMatchObject({ result: null })
      expect(await ask('eth_getBlockByHash', blockHash, false)).toMatchObject({ result: null })
      const at = `0x${blockNumber.toString(16)}`
      expect(await ask('eth_getBlockByNumber', at, false)).toMatchObject({ result: null })
      expect(await ask('eth_getBalance', second!.address, at)).toMatchObject({ error: { message: 'header not found' } })
      expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
        result: { number: `0x${(blockNumber - 1).toString(16)}` },
      })
      expect(await ask('eth_getLogs', { fromBlock: at, toBlock: at })).toMatchObject({ result: [] })
    })
  })
})
