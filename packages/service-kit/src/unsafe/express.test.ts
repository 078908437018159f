import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express, { type Request, type Response } from 'express'
import { messageClasses } from './express.js'

/** Serves one request; returns for which of the two Express has put another prototype in place of its own. */
function replacedIn(app: express.Express, request: IncomingMessage, response: ServerResponse): readonly string[] {
  const names = new Map<unknown, string>([
    [request, 'request'],
    [response, 'response'],
  ])
  const replaced: string[] = []
  const setPrototypeOf = Object.setPrototypeOf
  const spy = jest.spyOn(Object, 'setPrototypeOf').mockImplementation((target: unknown, prototype: object | null) => {
    const name = names.get(target)
    if (name !== undefined && Object.getPrototypeOf(target) !== prototype) replaced.push(name)
    return setPrototypeOf(target, prototype) as unknown
  })
  app(request as Request, response as Response, () => undefined)
  spy.mockRestore()
  return replaced
}

test('Express replaces the prototypes of messages that Node made', () => {
  const app = express()
  const request = new IncomingMessage(new Socket())
  expect(replacedIn(app, request, new ServerResponse(request))).toEqual(['request', 'response'])
})

test('of messages made of its classes it replaces none', () => {
  const app = express()
  const classes = messageClasses(app)
  const request = new classes.IncomingMessage(new Socket())
  const response = new classes.ServerResponse(request)
  expect(replacedIn(app, request, response)).toEqual([])
  expect([request instanceof IncomingMessage, response instanceof ServerResponse]).toEqual([true, true])
})
