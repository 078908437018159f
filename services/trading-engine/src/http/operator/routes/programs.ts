import { writeInTurns } from '@ats/service-kit/async'
import type { Route } from '@ats/service-kit/http'
import { importPrograms, previewPrograms } from '../../../commands/operator/import-programs.js'
import type { PlanImportDependencies } from '../../../commands/operator/import-plans.js'
import { listProgramVersions } from '../../../queries/operator-lists.js'
import { programVersionCodec } from '../../../wire/account/program-codec.js'
import { listOf } from '../../../wire/codec/kinds.js'
import { asNumber } from '../../../wire/decimals.js'
import { importedProgramCodec } from '../../../wire/operator/preview-imports-codec.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { programFileBody, programsOf } from '../schemas/program-file.js'
import { dryRunQuery } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

const PROGRAM_FILE_BYTES_MAX = 256 * 1024

const tags = ['programs']

const importedPrograms = listOf(importedProgramCodec)

export const operatorProgramRoutes = (dependencies: PlanImportDependencies): readonly Route<Operator>[] => [
  route('change', {
    method: 'PUT',
    path: '/operator/v1/programs',
    operationId: 'importPrograms',
    summary: 'Take over a file of programs, whole or not at all',
    description:
      'A version pins the newest versions of the plans of its phases. A program that differs from its newest version, ' +
      'in what it pins too, becomes the next one; challenges and grants keep the version they were sold.',
    tags,
    query: dryRunQuery,
    body: programFileBody,
    bodyBytesMax: PROGRAM_FILE_BYTES_MAX,
    responses: { 200: { description: 'What became of each program.', schema: answers.importedPrograms } },
    errors: [],
    handler: async ({ principal, query, body }) => {
      const programs = programsOf(body)
      if (query.dry_run === 'true') {
        const previewed = await previewPrograms(dependencies, programs)
        return { status: 200, body: { dry_run: true, programs: importedPrograms.value(previewed, asNumber) } }
      }
      const imported = await importPrograms(dependencies, programs, { ...principal, request: { ...body } })
      return { status: 200, body: { programs: importedPrograms.value(imported, asNumber) } }
    },
  }),
  route('read', {
    method: 'GET',
    path: '/operator/v1/programs',
    operationId: 'listProgramVersions',
    summary: 'Every version of every program, by id, the newest first',
    tags,
    responses: { 200: { description: 'All of them.', schema: answers.programVersions } },
    errors: [],
    handler: async ({ isGone }) => {
      const versions = await listProgramVersions(dependencies.pool)
      const json = (version: (typeof versions)[number]) => programVersionCodec.json(version, asNumber)
      return { status: 200, ...(await writeInTurns(versions, json, operatorVisit(isGone))) }
    },
  }),
]
