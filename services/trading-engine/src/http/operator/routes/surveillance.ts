import { takeTurn } from '@ats/service-kit/async'
import type { Route } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { Micros } from '../../../core/values/time.js'
import { createReadSurveillance } from '../../../queries/read-surveillance.js'
import { decimalWriter } from '../../../wire/decimals.js'
import { caseCodec, surveillanceCodec } from '../../../wire/operator/surveillance-codec.js'
import { limitHeader } from '../../list-reply.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { SURVEILLANCE_LIMIT, surveillanceQuery } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

export interface SurveillanceRouteDependencies {
  readonly pool: Pool
  readonly now: () => Micros
}

const MINUTE: Micros = 60_000_000
const USUAL_WINDOW: Micros = 7 * 24 * 60 * MINUTE

export function surveillanceRoutes({ pool, now }: SurveillanceRouteDependencies): readonly Route<Operator>[] {
  const readSurveillance = createReadSurveillance(pool)
  /** Pages of one report name the same moment, also without saying `to`. */
  const lastMinute = (): Micros => Math.floor(now() / MINUTE) * MINUTE - 1
  return [
    route('read', {
      method: 'GET',
      path: '/operator/v1/surveillance',
      operationId: 'getSurveillance',
      summary:
        'Accounts that trade together, add to losers, or profit from jumps of the price; keys used from many networks',
      description:
        'Reports alone: nothing follows from a case by itself. Looks through all trades that were closed in the window; ' +
        'a million of them take seconds. One report is made at a time and kept for a minute, so its pages agree. What ' +
        'each kind counts, and what is not covered, is in docs/SURVEILLANCE.md.',
      tags: ['reports'],
      query: surveillanceQuery,
      responses: {
        200: { description: 'Cases, pairs first, those with most trades first.', schema: answers.surveillance },
      },
      errors: [],
      handler: async ({ query, isGone }) => {
        const { kind = null, offset, limit, to = lastMinute() } = query
        const { from = to - USUAL_WINDOW } = query
        const applied = Math.min(limit, SURVEILLANCE_LIMIT.max)
        const request = { from, to, kind, offset, limit: applied }
        const report = await readSurveillance(request, operatorVisit(isGone))
        const { cases, ...figures } = report
        const write = decimalWriter(query.decimals)
        const pieces = [Buffer.from(surveillanceCodec.json({ ...figures, cases: [] }, write).slice(0, -']}'.length))]
        for (const [index, one] of cases.entries()) {
          await takeTurn(operatorVisit(isGone))
          pieces.push(Buffer.from(`${index === 0 ? '' : ','}${caseCodec.json(one, write)}`))
        }
        const bytes = Buffer.concat([...pieces, Buffer.from(']}')])
        return { status: 200, bytes, headers: limitHeader(applied, limit) }
      },
    }),
  ]
}
