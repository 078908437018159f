/**
 * The reads of any account as its trader has them: every row of the traders' table that reads one account, with its
 * query, body and handler.
 */
import { SCOPES } from '@ats/contracts'
import { notFound, type Budget, type Route } from '@ats/service-kit/http'
import type { OperateDependencies } from '../../../commands/operator/operate-account.js'
import type { Caller, Principal } from '../../caller.js'
import { route, type Operator } from '../operator.js'

const TRADERS = '/v1/account/:account_id/'
const OPERATORS = '/operator/v1/accounts/:account_id/'

/** Operators have no budget, and no row that reads an account tells one. */
const NO_BUDGET: Budget = { policy: 'operator', limit: 0, remaining: 0, resetMs: 0, windowSeconds: 0 }

const isAccountRead = ({ method, path, responses }: Route<Caller>): boolean =>
  method === 'GET' && path.startsWith(TRADERS) && responses[200]?.frames === undefined

export const accountReadRoutes = (
  { contexts }: Pick<OperateDependencies, 'contexts'>,
  traders: readonly Route<Caller>[],
): readonly Route<Operator>[] =>
  traders.filter(isAccountRead).map((read) =>
    route('read', {
      ...read,
      path: read.path.replace(TRADERS, OPERATORS),
      params: { ...read.params, account_id: 'uuid' },
      handler: async (request) => {
        const known = await contexts.get(request.params.account_id)
        if (known === null) throw notFound('account')
        return read.handler({ ...request, principal: ownerOf(known.userId) })
      },
    }),
  )

const ownerOf = (userId: string): Principal => ({
  userId,
  keyId: null,
  permissions: SCOPES,
  ipWhitelist: [],
  expiresAt: null,
  budget: NO_BUDGET,
})
