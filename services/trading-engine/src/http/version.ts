/** The version of the APIs, and of the engine that serves them; release/version.mjs raises it. */
export const VERSION = '1.0.0'
