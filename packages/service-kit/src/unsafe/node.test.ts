import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { endWithHead, keepAliveOfUnsent } from './node.js'

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()))

test('a response of this Node has the fields by which a head is given as text', () => {
  const response = newResponse()
  expect(keepAliveOfUnsent(response)).toBe(0)
  Object.assign(response, { _keepAliveTimeout: 65_000 })
  expect(keepAliveOfUnsent(response)).toBe(65_000)
})

test('a response that has its head is left alone', () => {
  const response = newResponse()
  response.writeHead(200)
  expect(keepAliveOfUnsent(response)).toBeNull()
})

test.each(['_header', '_send', '_keepAliveTimeout'])('without the field %s there is no head as text', (field) => {
  const response = newResponse()
  Object.assign(response, { [field]: undefined })
  expect(keepAliveOfUnsent(response)).toBeNull()
})

test('head and body are one piece, to which Node adds nothing', () => {
  const response = newResponse()
  endWithHead(response, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n', '{}')
  const { outputData } = response as unknown as { outputData: readonly { data: unknown }[] }
  expect(outputData.map(({ data }) => data).filter((data) => data !== '')).toEqual([
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
  ])
})
