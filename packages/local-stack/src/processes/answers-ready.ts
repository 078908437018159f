const PROBE_TIMEOUT_MS = 2_000

export interface ReadyOptions {
  /** Default: /readyz. */
  readonly path?: string
  /** The `INSTANCE_ID` of the process that is waited for: 200 from any other program on the port is not its answer. */
  readonly instanceId?: string
}

/** Whether a service on this port of the machine says that it is ready. */
export async function answersReady(
  port: number,
  { path = '/readyz', instanceId }: ReadyOptions = {},
): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.status === 200 && (instanceId === undefined || response.headers.get('x-instance-id') === instanceId)
  } catch {
    return false // does not listen yet
  }
}
