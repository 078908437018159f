/** The bytes of the requests, and what a right answer to each looks like. */
import { accountId, apiKey, apiSecret, ownerOf } from '../seed/identities.js'
import type { OnAnswer } from './connection.js'

export interface PreparedRequest {
  readonly bytes: string
  /** Undefined when the answer is right, otherwise what is wrong. */
  check(...answer: Parameters<OnAnswer>): string | undefined
}

export interface BatchedOrder {
  readonly terms: string
  readonly clientId: string
}

const HOST = 'Host: 127.0.0.1\r\n'
const PROBLEM_LENGTH = 200

const keyHeaders = (user: number): string => `X-API-Key: ${apiKey(user)}\r\nX-API-Secret: ${apiSecret(user)}\r\n`

const problemOf = (status: number, body: string): string => `${status} ${body.slice(0, PROBLEM_LENGTH)}`

const isOk = (status: number, body: string): string | undefined =>
  status === 200 ? undefined : problemOf(status, body)

/** A 200 that refuses the order is no order. */
const isOrdered = (status: number, body: string): string | undefined =>
  status === 200 && body.startsWith('{"order":{') && body.includes('"violations":[]')
    ? undefined
    : problemOf(status, body)

export function createRequests(users: number) {
  const headers = Array.from({ length: users }, (_, user) => keyHeaders(user))
  const headersOf = (account: number): string => headers[ownerOf(account, users)] ?? ''

  const post = (path: string, account: number, body: string): string =>
    `POST ${path} HTTP/1.1\r\n${HOST}${headersOf(account)}` +
    (body === ''
      ? 'Content-Length: 0\r\n\r\n'
      : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)

  return {
    order: (account: number, terms: string, clientId: string): PreparedRequest => ({
      bytes: post('/v1/order', account, `{"account_id":"${accountId(account)}",${terms},"client_id":"${clientId}"}`),
      check: isOrdered,
    }),
    batch: (account: number, orders: readonly BatchedOrder[]): PreparedRequest => ({
      bytes: post(
        '/v1/orders/batch',
        account,
        `{"account_id":"${accountId(account)}","orders":[${orders
          .map(({ terms, clientId }) => `{${terms},"client_id":"${clientId}"}`)
          .join(',')}]}`,
      ),
      check: (status, body) => {
        const placed = body.split('{"status":200,"body":{"order":{').length - 1
        return status === 200 && placed === orders.length ? undefined : problemOf(status, body)
      },
    }),
    cancel: (account: number, orderId: string): PreparedRequest => ({
      bytes: post(`/v1/account/${accountId(account)}/orders/${orderId}/cancel`, account, ''),
      check: (status, body) =>
        status === 200 && body.includes('"status":"CANCELLED"') ? undefined : problemOf(status, body),
    }),
    close: (account: number, symbol: string): PreparedRequest => ({
      bytes: post(`/v1/account/${accountId(account)}/close-position`, account, `{"symbol":"${symbol}"}`),
      check: isOrdered,
    }),
    readAccount: (path: string, account: number): PreparedRequest => ({
      bytes: `GET ${path.replace('{account}', accountId(account))} HTTP/1.1\r\n${HOST}${headersOf(account)}\r\n`,
      check: isOk,
    }),
    get: (path: string): PreparedRequest => ({ bytes: `GET ${path} HTTP/1.1\r\n${HOST}\r\n`, check: isOk }),
  }
}
