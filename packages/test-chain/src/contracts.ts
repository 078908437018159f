/** Contracts of `contracts/`, as compiled into `artifacts/`: put on a chain, read, and called. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeFunctionResult, encodeDeployData, encodeFunctionData, type Abi } from 'viem'
import type { Chain, Hex, Receipt, Transaction } from './chain.js'

export interface Artifact {
  readonly contractName: string
  readonly abi: Abi
  readonly bytecode: Hex
}

export interface Contract {
  readonly address: Hex
  readonly abi: Abi
  /** Reads the last block. */
  read<T>(name: string, ...args: readonly unknown[]): Promise<T>
  /** Sends a call and has it mined; without `gas`, what would revert throws. */
  send(
    from: Hex,
    name: string,
    args?: readonly unknown[],
    options?: Pick<Transaction, 'value' | 'gas'>,
  ): Promise<Receipt>
}

const ARTIFACTS = join(__dirname, '..', 'artifacts')

/** A compiled contract by its name, e.g. `MockUsdc`. */
export function loadArtifact(name: string): Artifact {
  return JSON.parse(readFileSync(join(ARTIFACTS, `${name}.json`), 'utf8')) as Artifact
}

/** Puts a contract on the chain, as the first account unless told. */
export async function deploy(
  chain: Chain,
  artifact: Artifact,
  args: readonly unknown[] = [],
  from: Hex = chain.accounts[0]!.address,
): Promise<Contract> {
  const { abi, bytecode } = artifact
  const { contractAddress } = await chain.transact({ from, to: null, data: encodeDeployData({ abi, bytecode, args }) })
  if (contractAddress === null) throw new Error(`${artifact.contractName} was not deployed`)
  return contractAt(chain, artifact, contractAddress)
}

export function contractAt(chain: Chain, { abi }: Artifact, address: Hex): Contract {
  return {
    address,
    abi,
    async read<T>(name: string, ...args: readonly unknown[]) {
      const data = encodeFunctionData({ abi, functionName: name, args })
      const result = await chain.rpc<Hex>('eth_call', { to: address, data }, 'latest')
      return decodeFunctionResult({ abi, functionName: name, data: result }) as T
    },
    send: (from, name, args = [], options = {}) =>
      chain.transact({ from, to: address, data: encodeFunctionData({ abi, functionName: name, args }), ...options }),
  }
}
