/** Logs as the contracts of GMX write them, made by hand: named values in seven lists, under one of three events. */
import { encodeAbiParameters, encodeEventTopics, pad, toEventSelector } from 'viem/utils'
import { ERC20, EVENT_EMITTER } from '../../../src/venues/gmx/abi.js'
import { eventNameTopic } from '../../../src/venues/gmx/event-data.js'
import type { ChainLog, Hex } from '../../../src/venues/port.js'

export interface EventValues {
  readonly addresses?: Readonly<Record<string, Hex>>
  readonly uints?: Readonly<Record<string, bigint>>
  readonly ints?: Readonly<Record<string, bigint>>
  readonly flags?: Readonly<Record<string, boolean>>
  readonly keys?: Readonly<Record<string, Hex>>
  readonly bytes?: Readonly<Record<string, Hex>>
  readonly texts?: Readonly<Record<string, string>>
}

export interface RawLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

const DATA = EVENT_EMITTER[2].inputs.filter(({ name }) => ['msgSender', 'eventName', 'eventData'].includes(name))
const SELECTORS = EVENT_EMITTER.map((event) => toEventSelector(event))

/** `topics` are those that the event has after its name: none, one or two. */
export function gmxEvent(emitter: Hex, name: string, topics: readonly Hex[], values: EventValues): RawLog {
  const data = {
    addressItems: listed(values.addresses),
    uintItems: listed(values.uints),
    intItems: listed(values.ints),
    boolItems: listed(values.flags),
    bytes32Items: listed(values.keys),
    bytesItems: listed(values.bytes),
    stringItems: listed(values.texts),
  }
  return {
    address: emitter,
    topics: [SELECTORS[topics.length]!, eventNameTopic(name), ...topics.map((topic) => pad(topic))],
    data: encodeAbiParameters(DATA as never, [emitter, name, data] as never),
  }
}

export function transferLog(token: Hex, from: Hex, to: Hex, amount: bigint): RawLog {
  return {
    address: token,
    topics: encodeEventTopics({ abi: ERC20, eventName: 'Transfer', args: { from, to } }) as Hex[],
    data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
  }
}

/** The logs of one transaction, which is as good a name for its block. */
export function transactionOf(hash: Hex, block: number, logs: readonly RawLog[]): ChainLog[] {
  return logs.map((log, logIndex) => ({ ...log, chainId: 42_161, block, blockHash: pad(hash), txHash: hash, logIndex }))
}

const listed = <T>(values: Readonly<Record<string, T>> = {}) => ({
  items: Object.entries(values).map(([key, value]) => ({ key, value })),
  arrayItems: [],
})
