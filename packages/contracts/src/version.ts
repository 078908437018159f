/** The version of the APIs, and of the services that serve them; release/version.mjs raises it. */
export const API_VERSION = '1.0.0'
