import { queryOptions } from '@tanstack/react-query'
import type { OpenApiDocument, Service } from './openapi-document.js'
import { send } from './send.js'

/** Reads the document of a service once: it changes with the version of the service alone. */
export const documentQuery = (service: Service) =>
  queryOptions({
    queryKey: ['document', service],
    queryFn: async ({ signal }) =>
      (await (await send(new Request(`/api/${service}/openapi.json`, { signal }))).json()) as OpenApiDocument,
    staleTime: Infinity,
  })
