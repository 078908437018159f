/** Version of the client, sent as part of `User-Agent`. */
export const SDK_VERSION = '1.0.0'
