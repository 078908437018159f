/** The caller's name for one intent: the same request with the same one is done once, however often it is sent. */
export type ClientId = string

/** A fresh name for an intent, in the form that the service takes: 36 characters, unique for ever. */
export const newClientId = (): ClientId => globalThis.crypto.randomUUID()

/** A write that can be repeated, because it carries its name. */
export type Intent<T> = T & { readonly client_id: ClientId }

/** The intent of a request: named once, here, and by that name in every repetition. */
export const toIntent = <T extends object>(request: T & { readonly client_id?: ClientId | undefined }): Intent<T> => ({
  ...request,
  client_id: request.client_id ?? newClientId(),
})
