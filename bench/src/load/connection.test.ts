import { parseAnswer } from './connection.js'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: 4\r\n\r\nabcd'

test('an answer is whole with its last byte, not before', () => {
  for (let length = 0; length < ANSWER.length; length += 1) expect(parseAnswer(ANSWER.slice(0, length))).toBeUndefined()
  expect(parseAnswer(ANSWER)).toEqual({ status: 200, body: 'abcd' })
})

test('an answer without a length is a fault, not a wait for ever', () => {
  expect(parseAnswer('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')).toMatchObject({ status: 0 })
})
