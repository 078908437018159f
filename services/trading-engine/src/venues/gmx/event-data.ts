import { decodeEventLog, keccak256, stringToHex, toEventSelector } from 'viem/utils'
import type { ChainLog, Hex } from '../port.js'
import { ERC20, EVENT_EMITTER } from './abi.js'

/** An event of GMX: its name and its values by name. A value that is asked for and absent throws RangeError. */
export interface GmxEvent {
  readonly name: GmxEventName
  readonly address: (key: string) => Hex
  readonly uint: (key: string) => bigint
  /** 0 where the version of the contracts does not tell it. */
  readonly uintOrZero: (key: string) => bigint
  readonly int: (key: string) => bigint
  readonly intOrNull: (key: string) => bigint | null
  readonly flag: (key: string) => boolean
  readonly key: (key: string) => Hex
  readonly bytes: (key: string) => Hex
  readonly text: (key: string) => string
}

const EVENT_LOG = toEventSelector(EVENT_EMITTER[0])
const EVENT_LOG_1 = toEventSelector(EVENT_EMITTER[1])
export const EVENT_LOG_2 = toEventSelector(EVENT_EMITTER[2])
const TRANSFER = toEventSelector(ERC20[3])

export const eventNameTopic = (name: string): Hex => keccak256(stringToHex(name))

const NAMES_READ = [
  'OrderCreated',
  'OrderExecuted',
  'OrderCancelled',
  'OrderFrozen',
  'OrderUpdated',
  'PositionIncrease',
  'PositionDecrease',
  'PositionFeesCollected',
  'KeeperExecutionFee',
  'OraclePriceUpdate',
] as const
export type GmxEventName = (typeof NAMES_READ)[number]
const NAME_OF_TOPIC = new Map<string, GmxEventName>(NAMES_READ.map((name) => [eventNameTopic(name), name]))

/** The event that a log of the emitter tells; null for the many that say nothing of a wallet's orders. */
export function readEvent(log: ChainLog): GmxEvent | null {
  const [selector, nameTopic] = log.topics
  if (selector !== EVENT_LOG && selector !== EVENT_LOG_1 && selector !== EVENT_LOG_2) return null
  const name = NAME_OF_TOPIC.get(nameTopic ?? '')
  if (name === undefined) return null
  const { args } = decodeEventLog({ abi: EVENT_EMITTER, topics: [...log.topics] as [Hex, ...Hex[]], data: log.data })
  const { addressItems, uintItems, intItems, boolItems, bytes32Items, bytesItems, stringItems } = args.eventData
  const values = <T>(type: string, { items }: { readonly items: readonly { key: string; value: T }[] }) => {
    const find = (key: string) => items.find((item) => item.key === key)?.value
    const get = (key: string): T => {
      const value = find(key)
      if (value === undefined) throw new RangeError(`GMX ${name} has no ${type} ${key}`)
      return value
    }
    return { find, get }
  }
  const uints = values('uint', uintItems)
  const ints = values('int', intItems)
  return {
    name,
    address: values('address', addressItems).get,
    uint: uints.get,
    uintOrZero: (key) => uints.find(key) ?? 0n,
    int: ints.get,
    intOrNull: (key) => ints.find(key) ?? null,
    flag: values('bool', boolItems).get,
    key: values('bytes32', bytes32Items).get,
    bytes: values('bytes', bytesItems).get,
    text: values('string', stringItems).get,
  }
}

export interface TokenTransfer {
  readonly token: Hex
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
}

/** A transfer of an ERC-20 token; null for any other log. */
export function readTransfer(log: ChainLog): TokenTransfer | null {
  if (log.topics[0] !== TRANSFER || log.topics.length !== 3) return null
  const { args } = decodeEventLog({ abi: ERC20, topics: [...log.topics] as [Hex, ...Hex[]], data: log.data })
  return { token: log.address, from: args.from, to: args.to, amount: args.value }
}
