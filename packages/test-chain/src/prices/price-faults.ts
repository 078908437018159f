/** The ways in which the price server fails, as tables: what is changed in a price, in its time, in a response. */
import type { ServerResponse } from 'node:http'

/**
 * Instead of a response: `refuse`: no one listens; `hang`: connections are accepted and stay silent; `error`: 500;
 * `too_many`: 429 with Retry-After: 7; `half`: the connection ends within the response, or within a frame; `html`: a
 * page, with 200; `redirect`: 302 to another path; `endless`: a response that does not stop, or a message of a
 * megabyte; `silent`: the stream's connection is open and brings nothing any more.
 * In the first entry of a list: a `renamed` price, another `scale`, `nan`, `zero`, `negative`, ten times the price
 * (`jump`), a price that is `frozen`. In all of them: times five minutes back (`clock_slow`) or ahead (`clock_fast`),
 * every second response older than the one before (`out_of_order`), always the same response (`repeated`).
 */
export type PriceFault =
  keyof typeof RESPONSES | keyof typeof PRICES | keyof typeof TIMES | 'refuse' | 'repeated' | 'silent'

export const RESPONSES = {
  hang: () => undefined,
  error: (response: ServerResponse) => void response.writeHead(500).end('{"error":"internal"}'),
  too_many: (response: ServerResponse) => void response.writeHead(429, { 'retry-after': '7' }).end('{}'),
  half(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('[{"minPrice":"17', () => response.destroy())
  },
  html: (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Just a moment</title>'),
  redirect: (response: ServerResponse) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  endless(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = (): void => {
      while (!response.destroyed && response.write('[0,'.repeat(20_000)));
    }
    response.on('drain', more)
    more()
  },
} as const

/** The price of the first entry, as it is written there. */
export const PRICES = {
  renamed: undefined,
  scale: (price: bigint) => price * 10n ** 6n,
  nan: 'NaN',
  zero: () => 0n,
  negative: (price: bigint) => -price,
  jump: (price: bigint) => price * 10n,
  frozen: (_price: bigint, still: bigint) => still,
} as const

/** Milliseconds beside the true time. */
export const TIMES = {
  clock_slow: () => -300_000,
  clock_fast: () => 300_000,
  out_of_order: (response: number) => (response % 2 === 0 ? -2_000 : 0),
} as const

export const isKey = <T extends object>(table: T, key: string | null): key is keyof T & string =>
  key !== null && key in table
