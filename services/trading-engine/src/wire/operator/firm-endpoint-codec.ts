import type { FirmEndpoint, SecretFirmEndpoint } from '../../core/model/firm-endpoint.js'
import { codecOf, field } from '../codec/codec.js'
import { orNull, text, time, uuid } from '../codec/kinds.js'

const fields = {
  id: field(uuid, ({ id }: FirmEndpoint) => id),
  url: field(text, ({ url }: FirmEndpoint) => url),
  description: field(orNull(text), ({ description }: FirmEndpoint) => description),
  created_by: field(text, ({ createdBy }: FirmEndpoint) => createdBy),
  created_at: field(time, ({ createdAt }: FirmEndpoint) => createdAt),
}

export const firmEndpointCodec = codecOf<FirmEndpoint>('FirmWebhookEndpoint')(fields)

export const addedFirmEndpointCodec = codecOf<SecretFirmEndpoint>('AddedFirmWebhookEndpoint')({
  ...fields,
  secret: field(text, ({ secret }) => secret, 'Signs what is sent to it; shown here and never again.'),
})
