/** JSON-RPC over HTTP, as much of it as tests need. */
export interface RpcRequest {
  readonly id: number | string
  readonly method: string
  readonly params?: readonly unknown[]
}

export interface RpcAnswer {
  readonly jsonrpc: '2.0'
  readonly id: number | string
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** An error that the node answered. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(method: string, error: NonNullable<RpcAnswer['error']>) {
    super(`${method}: ${error.message}`)
    this.code = error.code
    this.data = error.data
  }
}

export async function forward(url: string, request: RpcRequest): Promise<RpcAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...request }),
  })
  return (await response.json()) as RpcAnswer
}

export async function callRpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const { result, error } = await forward(url, { id: 1, method, params })
  if (error !== undefined) throw new RpcError(method, error)
  return result as T
}
