import { RequestError } from '@ats/service-kit/process'
import { invalidProblem } from '../wire/request-problem.js'
import type { Instrument } from '../core/model/market/instrument.js'
import { unknownSymbol } from '../core/model/outcome.js'
import type { Catalogue } from '../market/catalogue.js'

/**
 * The instrument of a spelling. An unknown one is 400 in a body, 404 on market data, with the candidates it may mean.
 */
export function listedSymbol(catalogue: Catalogue, spelling: string, where: 'body' | 'query'): Instrument {
  const instrument = catalogue.resolve(spelling)
  if (instrument !== undefined) return instrument
  const problem = invalidProblem(unknownSymbol(spelling, catalogue.candidates(spelling)))
  if (where === 'body') throw problem
  throw new RequestError('not_found', problem.message, { candidates: problem.details['candidates'] })
}
