import { previewCodec } from '../../../wire/order/preview-codec.js'

export const preview = previewCodec.schema
