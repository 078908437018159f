/** Calls of the venue's views at a block, typed by their signatures. */
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { AbiStateMutability, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'
import { VIEWS_ABI } from './abi.js'
import type { ChainReader, Hex } from '../port.js'

type Views = typeof VIEWS_ABI
type Name = ContractFunctionName<Views, AbiStateMutability>
type Arguments<N extends Name> = ContractFunctionArgs<Views, AbiStateMutability, N>

export type ViewResult<N extends Name> = ContractFunctionReturnType<Views, AbiStateMutability, N>

export async function view<N extends Name>(
  reader: ChainReader,
  contract: Hex,
  functionName: N,
  ...args: Arguments<N> extends readonly unknown[] ? Arguments<N> : never
): Promise<ViewResult<N>> {
  const request = { abi: VIEWS_ABI, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0]
  const data = await reader.call(contract, encodeFunctionData(request))
  return decodeFunctionResult({ ...request, data }) as ViewResult<N>
}
