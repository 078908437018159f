import {
  contractAt,
  deploy,
  describeWithChain,
  loadArtifact,
  startChain,
  type Contract,
  type TestChain,
} from '@ats/test-chain'
import { privateKeyToAccount } from 'viem/accounts'

describeWithChain('a chain of a test', () => {
  let chain: TestChain
  let usdc: Contract
  let first: `0x${string}`
  let second: `0x${string}`

  beforeAll(async () => {
    chain = (await startChain({ mining: 'manual' }))!
    ;[first, second] = chain.accounts.map(({ address }) => address) as [`0x${string}`, `0x${string}`]
    usdc = await deploy(chain, loadArtifact('MockUsdc'))
  })
  afterAll(() => chain.stop())

  test('has the chain id of Arbitrum, and funded accounts whose keys are known', async () => {
    expect(await chain.rpc('eth_chainId')).toBe('0xa4b1')
    for (const { address, privateKey } of chain.accounts)
      expect(privateKeyToAccount(privateKey).address.toLowerCase()).toBe(address)
    expect(BigInt(await chain.rpc<string>('eth_getBalance', second, 'latest'))).toBe(10_000n * 10n ** 18n)
  })

  test('mines when it is told, and not before', async () => {
    const head = await chain.head()
    const hash = await chain.rpc<`0x${string}`>('eth_sendTransaction', { from: first, to: second, value: '0x1' })
    expect(await chain.head()).toBe(head)
    expect(await chain.rpc('eth_getTransactionReceipt', hash)).toBeNull()
    await chain.mine(3)
    expect(await chain.head()).toBe(head + 3)
    expect(await chain.rpc('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  })

  test('a contract is put there, called and read', async () => {
    await usdc.send(first, 'mint', [first, 1_000_000n])
    const { isReverted, logs } = await usdc.send(first, 'transfer', [second, 400_000n])
    expect(isReverted).toBe(false)
    expect(logs).toHaveLength(1)
    expect(await contractAt(chain, loadArtifact('MockUsdc'), usdc.address).read('balanceOf', second)).toBe(400_000n)
  })

  test('what would revert throws; with gas of its own it is mined and reverts', async () => {
    const tooMuch = ['0x000000000000000000000000000000000000dEaD', 10n ** 18n]
    await expect(usdc.send(second, 'transfer', tooMuch)).rejects.toThrow('transfer amount exceeds balance')
    expect(await usdc.send(second, 'transfer', tooMuch, { gas: 100_000n })).toMatchObject({ isReverted: true })
  })

  test('a reorganisation replaces blocks, and their transactions are gone', async () => {
    await usdc.send(first, 'mint', [second, 7n])
    const head = await chain.head()
    const before = await chain.rpc<{ hash: string }>('eth_getBlockByNumber', '0x1', false)
    const { hash } = await chain.rpc<{ hash: string }>('eth_getBlockByNumber', 'latest', false)
    const held = await usdc.read<bigint>('balanceOf', second)
    await chain.reorg(1)
    expect(await chain.head()).toBe(head)
    expect(await chain.rpc<{ hash: string }>('eth_getBlockByNumber', 'latest', false)).not.toMatchObject({ hash })
    expect(await chain.rpc('eth_getBlockByNumber', '0x1', false)).toMatchObject({ hash: before.hash })
    expect(await usdc.read('balanceOf', second)).toBe(held - 7n)
  })

  test('a transaction of a replaced block comes back in the block that it is given to', async () => {
    const account = privateKeyToAccount(chain.accounts[2]!.privateKey)
    const bytes = await account.signTransaction({
      chainId: chain.chainId,
      nonce: 0,
      to: second,
      value: 5n,
      gas: 21_000n,
      gasPrice: 10n ** 10n,
    })
    const hash = await chain.rpc<string>('eth_sendRawTransaction', bytes)
    await chain.mine(2)
    const head = await chain.head()
    const mined = async () => chain.rpc<{ blockNumber: string } | null>('eth_getTransactionReceipt', hash)
    expect(Number((await mined())!.blockNumber)).toBe(head - 1)
    await chain.reorg(2, [[bytes, 1]])
    expect(Number((await mined())!.blockNumber)).toBe(head)
    await chain.reorg(1)
    expect(await mined()).toBeNull()
  })

  test('a transaction is dropped out of the pool', async () => {
    const hash = await chain.rpc<`0x${string}`>('eth_sendTransaction', { from: first, to: second, value: '0x1' })
    await chain.dropTransaction(hash)
    await chain.mine()
    expect(await chain.rpc('eth_getTransactionByHash', hash)).toBeNull()
  })

  test('any address sends, and the next block has the time that it is given', async () => {
    const keeper = '0x00000000000000000000000000000000000000aa'
    await chain.setBalance(keeper, 10n ** 18n)
    await chain.impersonate(keeper)
    const { timestamp } = await chain.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
    await chain.setNextBlockTimestamp(Number(timestamp) + 3_600)
    await usdc.send(keeper, 'mint', [keeper, 1n])
    expect(await chain.rpc('eth_getBlockByNumber', 'latest', false)).toMatchObject({
      timestamp: `0x${(Number(timestamp) + 3_600).toString(16)}`,
    })
  })
})

describeWithChain('mining of a chain', () => {
  test('each transaction as it comes, until it is switched off', async () => {
    const chain = (await startChain())!
    try {
      const [from, to] = chain.accounts.map(({ address }) => address) as [`0x${string}`, `0x${string}`]
      const send = async (): Promise<string> => chain.rpc('eth_sendTransaction', { from, to, value: '0x1' })
      const { blockNumber } = await chain.transact({ from, to, value: 1n })
      expect(blockNumber).toBe(1)
      await chain.setAutomine(false)
      const hash = await send()
      await chain.mine(0)
      expect(await chain.rpc('eth_getTransactionByHash', hash)).toMatchObject({ blockNumber: null })
      expect(await chain.head()).toBe(1)
    } finally {
      await chain.stop()
    }
    await expect(chain.head()).rejects.toThrow('ECONNREFUSED')
  })
})
