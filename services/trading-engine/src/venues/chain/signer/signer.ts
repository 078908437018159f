/** Signs transactions of one wallet. An implementation never gives its key away: not by logs, errors or inspection. */
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import type { Hex } from '../../port.js'

export interface Signer {
  readonly address: Hex
  /** The bytes for eth_sendRawTransaction. @throws SignerError */
  sign(transaction: UnsignedTransaction): Promise<Hex>
}

/** EIP-1559; amounts in wei. */
export interface UnsignedTransaction {
  readonly chainId: number
  readonly nonce: number
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** No signature, or not the one that was asked for. The message holds no secret. */
export class SignerError extends Error {
  override readonly name = 'SignerError'
}

/** Refuses bytes that say anything else than what was to be signed, or that another key has signed. */
export async function checkSigned(raw: Hex, wanted: UnsignedTransaction, address: Hex): Promise<void> {
  const signed = await readSigned(raw)
  const differing = FIELDS.filter((field) => !isSame(signed.fields[field], wanted[field]))
  if (differing.length > 0) throw new SignerError(`the signer has changed ${differing.join(', ')}`)
  if (signed.from.toLowerCase() !== address) throw new SignerError(`the signer has signed as ${signed.from}`)
}

const FIELDS = [
  'chainId',
  'nonce',
  'to',
  'data',
  'value',
  'gas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
] as const satisfies readonly (keyof UnsignedTransaction)[]

async function readSigned(raw: Hex) {
  try {
    const fields: Readonly<Record<string, unknown>> = parseTransaction(raw)
    const from = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })
    return { fields, from }
  } catch {
    throw new SignerError('the signer answered with something that is no signed transaction')
  }
}

/** In the bytes a zero and empty data are left out. */
const isSame = (read: unknown, wanted: unknown): boolean => plain(read) === plain(wanted)
const plain = (value: unknown): string =>
  typeof value === 'bigint' || typeof value === 'number' || (typeof value === 'string' && value !== '0x')
    ? String(value).toLowerCase()
    : '0'
