import { setFlagsFromString } from 'node:v8'

/**
 * To be called before anything else. V8 moves objects whose like have lived long straight to the old generation; at
 * the first burst of requests, all of which are under way for long, it takes those of a request for such. From then
 * on every request leaves some 10 KB there, which only a collection of the whole heap frees.
 * NODE_OPTIONS does not take this flag; a V8 that does not know it goes on without.
 */
export const disablePretenuring = (): void => setFlagsFromString('--no-allocation-site-pretenuring')
