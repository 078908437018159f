import { invalidPayload, RequestError } from '@ats/service-kit'
import type { Instrument } from '../core/instrument.js'
import type { Catalogue } from '../market/catalogue.js'

/** The instrument a spelling means. An unknown one is 400 in a body, 404 on market data. */
export function listedSymbol(catalogue: Catalogue, spelling: string, where: 'body' | 'query'): Instrument {
  const instrument = catalogue.resolve(spelling)
  if (instrument !== undefined) return instrument
  const message = `${spelling} is not a tradable symbol; see GET /v1/tickers`
  if (where === 'query') throw new RequestError('not_found', message)
  throw invalidPayload([{ path: ['symbol'], code: 'symbol.unknown', message }])
}
