/** The request of an operator in a line: `reason: documents missing, amount: 2500`. */
export const auditDetails = (request: Readonly<Record<string, unknown>>): string =>
  Object.entries(request)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ') || '–'
