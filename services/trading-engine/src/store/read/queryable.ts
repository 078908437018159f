import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** A pool or one of its clients: what a statement needs. */
export interface Queryable {
  query<R extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<R>>
}
