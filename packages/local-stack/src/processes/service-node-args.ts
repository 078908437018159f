/**
 * How Node runs a service. Requests leave much garbage and nothing else behind: a young generation that holds more than
 * one burst of them is swept seldom, and lets little slip into the old one. Megabytes; the default is 16.
 */
export const SERVICE_NODE_ARGS: readonly string[] = ['--max-semi-space-size=64']
