const PROBE_TIMEOUT_MS = 2_000

/** Whether a service on this port of the machine says that it is ready. */
export async function answersReady(port: number, path = '/readyz'): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false // does not listen yet
  }
}
