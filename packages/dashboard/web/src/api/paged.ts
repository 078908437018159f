import { infiniteQueryOptions } from '@tanstack/react-query'
import type { PageTerms } from './account-reads.js'
import type { Page } from './pages.js'

/** Reads the page of a list that ends at a time, the newest one without. */
export type ReadPage<Row> = (terms: PageTerms) => Promise<Page<Row>>

/** A list that is read by time, a page more each time somebody asks for older rows. */
export const pagedQuery = <Row>(queryKey: readonly unknown[], read: ReadPage<Row>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ to: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextTo }) => nextTo ?? undefined,
  })
