import { listOf } from '../../../wire/codec/schemas.js'
import { closedObject, listFields, textField, uuidField } from '../../schemas/fields.js'
import type { ListQuery } from '../../schemas/queries.js'
import { issuedCertificate } from '../../schemas/responses/certificate.js'

export const issuedCertificates = listOf(issuedCertificate)

const { from, to, limit } = listFields

export interface FindCertificatesQuery extends Omit<ListQuery, 'decimals'> {
  readonly user_id?: string
  readonly account_id?: string
}
export const findCertificatesQuery = closedObject<FindCertificatesQuery>({
  ...{ from, to, limit },
  user_id: textField(128),
  account_id: uuidField,
})
