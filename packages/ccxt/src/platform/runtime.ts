import { BaseError, NetworkError } from 'ccxt'
import { messageOf } from './failures.js'
import { parseJsonExactly } from './parse-json.js'
import type { Fields, Row } from './row.js'
import { StreamRuntime } from './stream-runtime.js'

export interface TradingAccount {
  readonly id: string
  /** `cross` or `isolated`, as the plan of the account says. */
  readonly marginMode: string | undefined
}

/** The part of the class that JavaScript and Python do in ways of their own; the other one is in python/. */
export class Runtime extends StreamRuntime {
  protected knownAccount: TradingAccount | undefined
  private readonly headersByAnswer = new WeakMap<object, Row>()

  /** As ccxt's own, but that every failure on the way is one of its classes. */
  override async fetch(url: string, method?: string, headers?: unknown, body?: unknown): Promise<unknown> {
    try {
      return await super.fetch(url, method, headers, body)
    } catch (error) {
      if (error instanceof BaseError) throw error
      throw new NetworkError(`${this.id} ${method} ${url} failed: ${messageOf(error)}`)
    }
  }

  override parseJson(text: string): unknown {
    return parseJsonExactly(text)
  }

  protected keepHeaders(answer: unknown, headers: Fields): void {
    if (typeof answer === 'object' && answer !== null) this.headersByAnswer.set(answer, headers)
  }

  protected headersOf(answer: object): Row | undefined {
    return this.headersByAnswer.get(answer)
  }

  /** A number as a decimal text, a text as it is. */
  protected asText(value: unknown): string | undefined {
    if (value === undefined || value === null || value === '') return undefined
    return typeof value === 'string' ? value : this.numberToString(value)
  }

  protected toNumber(text: string | undefined): number | undefined {
    return text === undefined ? undefined : this.parseNumber(text)
  }
}
