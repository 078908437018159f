/**
 * Holds a document to what happens: each answer it promises is provoked, and comes with the headers it names; a sixth
 * of them in a run, all with `SUITE=whole`.
 */
import type { OpenApiDocument } from '@ats/service-kit/http'
import { draw } from '@ats/test-kit'
import { operationOf, operationsOf, type Operation } from './operations.js'

/** Sends a request of the operation that is to be answered in a certain way. */
export type Provoke = (operation: Operation) => Promise<{ readonly status: number; readonly headers: object }>

export interface DocumentedAnswers {
  /** Asked once the tests run. */
  readonly documentOf: () => OpenApiDocument
  /** Every status the document promises, by operation. */
  readonly answers: Readonly<Record<string, readonly number[]>>
  readonly byStatus: Readonly<Record<number, Provoke>>
  /** For single operations, as `placeOrder 409`, whose status `byStatus` cannot provoke. */
  readonly byPair: Readonly<Record<string, Provoke>>
}

export function testAnswers({ documentOf, answers, byStatus, byPair }: DocumentedAnswers): void {
  const pairs = Object.entries(answers).flatMap(([id, statuses]) => statuses.map((status) => ({ id, status })))

  test.each(draw(pairs, 6, ({ id, status }) => `${id} ${status}`))(
    '$id $status happens, and is as documented',
    async ({ id, status }) => {
      const operation = operationOf(documentOf(), id)
      const provoke = byPair[`${id} ${status}`] ?? byStatus[status]!
      const answer = await provoke(operation)
      expect(answer.status).toBe(status)
      const documented = Object.keys(operation.description.responses[String(status)]?.headers ?? {})
      const sent = Object.keys(answer.headers)
      expect(documented.filter((name) => !sent.includes(name.toLowerCase()))).toEqual([])
    },
  )

  test('the document promises exactly these answers', () => {
    const documented = operationsOf(documentOf()).flatMap(({ id, description }) =>
      Object.keys(description.responses).map((status) => `${id} ${status}`),
    )
    expect(documented.sort()).toEqual(pairs.map(({ id, status }) => `${id} ${status}`).sort())
  })
}
