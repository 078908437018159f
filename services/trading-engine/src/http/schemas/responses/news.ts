import { listOf } from '../../../wire/codec/schemas.js'
import { newsCodec } from '../../../wire/market/news-codec.js'

export const newsEvent = newsCodec.schema
export const newsEvents = listOf(newsEvent)
