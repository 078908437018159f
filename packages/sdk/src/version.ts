/** Version of the client, sent as part of `User-Agent`; release/version.mjs raises it. */
export const SDK_VERSION = '1.0.0'
