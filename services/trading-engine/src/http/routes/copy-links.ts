import type { Route } from '@ats/service-kit/http'
import type { RunCommand } from '../../commands/pipeline/run-command.js'
import {
  changeCopyLink,
  createCopyLink,
  endCopyLink,
  requireCopyLink,
  requireFollower,
  syncCopyLink,
  type ChangedCopyLink,
  type CopyLinkDependencies,
} from '../../commands/copy-links.js'
import type { CopyEvent, Drift } from '../../core/model/copied.js'
import { roleOf, type CopyLink, type CopyTerms } from '../../core/model/copy-link.js'
import type { Catalogue } from '../../market/catalogue.js'
import { listCopyEvents, listCopyLinks } from '../../queries/operator-lists.js'
import { readCopyDrift } from '../../queries/read-copy-drift.js'
import { copyEventCodec } from '../../wire/account/copy-codec.js'
import { copyLinkCodec } from '../../wire/account/copy-link-codec.js'
import { decimalWriter, type WriteDecimal } from '../../wire/decimals.js'
import { route, visitorOf, type Caller } from '../caller.js'
import { listedSymbol } from '../listed-symbol.js'
import { listReply, windowOf } from '../list-reply.js'
import { changeCopyLinkBody, createCopyLinkBody, toSizing, type ChangeCopyLinkBody } from '../schemas/copy-link.js'
import { decimalsQuery, listQuery } from '../schemas/queries.js'
import { copyEvents, copyLink, copyLinks } from '../schemas/responses/copy-link.js'

export interface CopyLinkRouteDependencies extends CopyLinkDependencies {
  readonly runCommand: RunCommand
  readonly catalogue: Catalogue
}

const tags = ['copying']
const ONE = '/v1/copy-links/:copy_link_id'
const params = { copy_link_id: 'uuid' } as const

export const copyLinkRoutes = (dependencies: CopyLinkRouteDependencies): readonly Route<Caller>[] => [
  createRoute(dependencies),
  ...readRoutes(dependencies),
  ...changeRoutes(dependencies),
]

const textOf = (link: CopyLink, userId: string, write: WriteDecimal, drift?: readonly Drift[]): string =>
  copyLinkCodec.json({ link, role: roleOf(link, userId) ?? 'FOLLOWER', ...(drift && { drift }) }, write)

/** The link with the drift, for the owner of the follower. */
const driftedText = async (
  dependencies: CopyLinkRouteDependencies,
  link: CopyLink,
  userId: string,
  write: WriteDecimal,
): Promise<string> =>
  textOf(link, userId, write, link.followerUserId === userId ? await readCopyDrift(dependencies, link) : undefined)

const canonicalOf =
  ({ catalogue }: CopyLinkRouteDependencies) =>
  (symbols: readonly string[]): readonly string[] => [
    ...new Set(symbols.map((spelling) => listedSymbol(catalogue, spelling, 'body').symbol)),
  ]

const createRoute = (dependencies: CopyLinkRouteDependencies): Route<Caller> =>
  route('TRADE and MANAGE_ORDERS', {
    method: 'POST',
    path: '/v1/copy-links',
    operationId: 'createCopyLink',
    summary: 'Let an account copy what another one fills',
    description:
      'Between accounts of the caller it is ACTIVE immediately. A follower of another user is invited: INVITED, also where ' +
      'there is no such account, until its owner accepts. What the leader fills from then on is copied.',
    tags,
    query: decimalsQuery,
    body: createCopyLinkBody,
    responses: { 201: { description: 'The link.', schema: copyLink } },
    errors: ['conflict', 'not_found'],
    handler: async ({ principal: { userId }, body, query }) => {
      const link = await createCopyLink(dependencies, {
        ...{ userId, leaderAccountId: body.leader_account_id, followerAccountId: body.follower_account_id },
        ...{ sizing: toSizing(body.sizing), copies: body.copy, onRefusal: body.on_refusal },
        symbols: body.symbols === undefined ? null : canonicalOf(dependencies)(body.symbols),
        ...{ slippagePctMax: body.max_slippage_pct ?? null, delayMsMax: body.max_delay_ms },
      })
      return { status: 201, text: textOf(link, userId, decimalWriter(query.decimals)) }
    },
  })

function readRoutes(dependencies: CopyLinkRouteDependencies): readonly Route<Caller>[] {
  const { pool } = dependencies
  return [
    route('any', {
      method: 'GET',
      path: '/v1/copy-links',
      operationId: 'listCopyLinks',
      summary: 'The links of the caller’s accounts, invitations and ended ones among them',
      tags,
      query: listQuery,
      responses: { 200: { description: 'Newest first.', schema: copyLinks } },
      errors: [],
      handler: async (request) => {
        const { query, principal } = request
        const window = windowOf(query)
        const page = await listCopyLinks(pool, principal.userId, window)
        const json = (link: CopyLink) => textOf(link, principal.userId, decimalWriter(query.decimals))
        return listReply(page, window, query, ({ createdAt }) => createdAt, json, visitorOf(request))
      },
    }),
    route('any', {
      method: 'GET',
      path: ONE,
      operationId: 'getCopyLink',
      summary: 'A link',
      tags,
      params,
      query: decimalsQuery,
      responses: { 200: { description: 'As it is now.', schema: copyLink } },
      errors: [],
      handler: async ({ principal: { userId }, params: { copy_link_id: id }, query }) => {
        const link = await requireCopyLink(pool, userId, id)
        return { status: 200, text: await driftedText(dependencies, link, userId, decimalWriter(query.decimals)) }
      },
    }),
    route('any', {
      method: 'GET',
      path: `${ONE}/events`,
      operationId: 'listCopyEvents',
      summary: 'What became of each copy, for the owner of the follower',
      tags,
      params,
      query: listQuery,
      responses: { 200: { description: 'Newest first: what was ordered, and what was skipped.', schema: copyEvents } },
      errors: ['conflict'],
      handler: async (request) => {
        const { principal, params, query } = request
        const link = await requireCopyLink(pool, principal.userId, params.copy_link_id)
        requireFollower(link, principal.userId)
        const window = windowOf(query)
        const page = await listCopyEvents(pool, link.id, window)
        const json = (event: CopyEvent) => copyEventCodec.json(event, decimalWriter(query.decimals))
        return listReply(page, window, query, ({ at }) => at, json, visitorOf(request))
      },
    }),
  ]
}

function changeRoutes(dependencies: CopyLinkRouteDependencies): readonly Route<Caller>[] {
  const canonical = canonicalOf(dependencies)
  return [
    route('TRADE and MANAGE_ORDERS', {
      method: 'PATCH',
      path: ONE,
      operationId: 'changeCopyLink',
      summary: 'Accept, pause or change a link, as the owner of the follower',
      description:
        '`status` ACTIVE accepts an invitation, or goes on after a pause; PAUSED: entries are not copied, exits are. ' +
        'What is not sent stays.',
      tags,
      params,
      query: decimalsQuery,
      body: changeCopyLinkBody,
      keepNulls: true,
      responses: { 200: { description: 'The link as it then is.', schema: copyLink } },
      errors: ['conflict'],
      handler: async ({ principal: { userId }, params: { copy_link_id: id }, body, query }) => {
        const link = await changeCopyLink(dependencies, { userId, id, ...changesOf(body, canonical) })
        return { status: 200, text: textOf(link, userId, decimalWriter(query.decimals)) }
      },
    }),
    route('TRADE and MANAGE_ORDERS', {
      method: 'POST',
      path: `${ONE}/sync`,
      operationId: 'syncCopyLink',
      summary: 'Order what the follower lacks, or has too much of, as its owner',
      description: 'At the market, by its own plan. What is refused stays in `drift`. Repeating it is safe.',
      tags,
      params,
      query: decimalsQuery,
      responses: { 200: { description: 'The link as it then is.', schema: copyLink } },
      errors: ['conflict'],
      handler: async ({ principal: { userId }, params: { copy_link_id: id }, query }) => {
        const link = await syncCopyLink(dependencies, userId, id)
        return { status: 200, text: await driftedText(dependencies, link, userId, decimalWriter(query.decimals)) }
      },
    }),
    route('TRADE and MANAGE_ORDERS', {
      method: 'DELETE',
      path: ONE,
      operationId: 'endCopyLink',
      summary: 'End a link, or decline an invitation',
      description: 'By either of the two. Nothing is copied any more; what is open stays. Repeating it is safe.',
      tags,
      params,
      query: decimalsQuery,
      responses: { 200: { description: 'The link as it has ended.', schema: copyLink } },
      errors: [],
      handler: async ({ principal: { userId }, params: { copy_link_id: id }, query }) => {
        const link = await endCopyLink(dependencies, userId, id)
        return { status: 200, text: textOf(link, userId, decimalWriter(query.decimals)) }
      },
    }),
  ]
}

type Changes = Omit<ChangedCopyLink, 'userId' | 'id'>

function changesOf(body: ChangeCopyLinkBody, canonical: (symbols: readonly string[]) => readonly string[]): Changes {
  const { status, sizing, symbols, copy, on_refusal: onRefusal, max_slippage_pct: slippage, max_delay_ms: delay } = body
  const terms: Partial<CopyTerms> = {
    ...(sizing && { sizing: toSizing(sizing) }),
    ...(symbols !== undefined && { symbols: symbols === null ? null : canonical(symbols) }),
    ...(copy && { copies: copy }),
    ...(onRefusal && { onRefusal }),
    ...(slippage !== undefined && { slippagePctMax: slippage }),
    ...(delay !== undefined && { delayMsMax: delay }),
  }
  return { ...terms, ...(status && { status }) }
}
