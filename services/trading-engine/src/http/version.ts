/** The version of the APIs, and of the engine that serves them. */
export const VERSION = '1.0.0'
