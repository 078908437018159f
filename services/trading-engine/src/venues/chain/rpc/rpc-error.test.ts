import { rpcErrorOf } from './rpc-error.js'

describe('errors of nodes', () => {
  test.each([
    ['already known', 'already_known'],
    ['transaction already imported', 'already_known'],
    ['ALREADY_EXISTS: already known', 'already_known'],
    ['nonce too low: next nonce 7, tx nonce 6', 'nonce_too_low'],
    ['nonce too low: address 0xab, tx: 1 state: 2', 'nonce_too_low'],
    ['replacement transaction underpriced', 'underpriced'],
    ['max fee per gas less than block base fee: address 0xab, maxFeePerGas: 1, baseFee: 2', 'underpriced'],
    ['insufficient funds for gas * price + value: balance 0, tx cost 1', 'insufficient_funds'],
    ['gas required exceeds allowance (0)', 'insufficient_funds'],
    ['execution reverted', 'reverted'],
    ['nonce too high', 'refused'],
    ['', 'refused'],
  ])('%s', (message, problem) => {
    const error = rpcErrorOf('node', { code: -32_000, message })
    expect(error.problem).toBe(problem)
    expect(error.message).toBe(`node: ${message}`)
  })

  test('gives the data of a revert, where the node puts it', () => {
    const reverted = { code: 3, message: 'execution reverted: no', data: '0x08c379a0' }
    expect(rpcErrorOf('node', reverted)).toMatchObject({ problem: 'reverted', data: '0x08c379a0' })
    const nested = { code: -32_603, message: 'internal', data: { message: 'x', data: '0xdeadbeef' } }
    expect(rpcErrorOf('node', nested)).toMatchObject({ problem: 'reverted', data: '0xdeadbeef' })
  })

  test('reads what is no error of JSON-RPC as refused', () => {
    for (const odd of [null, 7, 'no', {}, { message: 3 }])
      expect(rpcErrorOf('node', odd)).toMatchObject({ problem: 'refused', data: null })
  })

  test('keeps no more of a long message than its beginning', () => {
    expect(rpcErrorOf('node', { message: 'x'.repeat(10_000) }).message.length).toBeLessThan(250)
  })
})
