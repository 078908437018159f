/** A signer that holds its keys elsewhere, asked by `eth_signTransaction` as Web3Signer and Clef speak it. */
import type { Hex } from '../../port.js'
import type { RpcEndpoint } from '../rpc/rpc-endpoint.js'
import { hexOf, quantityOf } from '../rpc/rpc-values.js'
import { SignerError, type Signer } from './signer.js'

/** `endpoint`: the signer's, whose answers are compared with what was asked for (`openSigner`). */
export const createRemoteSigner = (endpoint: RpcEndpoint, address: Hex): Signer => ({
  address,
  async sign({ chainId, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }) {
    const params = [
      {
        ...{ from: address, to, data, chainId: quantityOf(chainId), nonce: quantityOf(nonce) },
        ...{ value: quantityOf(value), gas: quantityOf(gas) },
        ...{ maxFeePerGas: quantityOf(maxFeePerGas), maxPriorityFeePerGas: quantityOf(maxPriorityFeePerGas) },
      },
    ]
    const [answer] = await endpoint.ask([{ method: 'eth_signTransaction', params }])
    if (answer === undefined || answer.isError) throw new SignerError(`${endpoint.name} has not signed`)
    return rawOf(endpoint.name, answer.result)
  },
})

/** Web3Signer answers with the bytes, Clef with an object that holds them. */
function rawOf(name: string, result: unknown): Hex {
  try {
    return hexOf(typeof result === 'object' && result !== null ? (result as { raw?: unknown }).raw : result)
  } catch {
    throw new SignerError(`${name} answered with something that is no signed transaction`)
  }
}
