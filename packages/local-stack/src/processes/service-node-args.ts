/**
 * How Node runs a service, the same in every version of it. A larger young generation is swept less often, for 2 to 5 %
 * less CPU, and each sweep then holds the event loop for longer than 10 ms (bench/NOTES.md). Megabytes.
 */
export const SERVICE_NODE_ARGS: readonly string[] = ['--max-semi-space-size=16']
