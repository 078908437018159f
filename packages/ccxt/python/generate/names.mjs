/** What names are in Python. */

const KEYWORDS = new Set([
  'and',
  'as',
  'class',
  'def',
  'del',
  'from',
  'global',
  'in',
  'is',
  'lambda',
  'not',
  'or',
  'pass',
])

/** As ccxt names the methods of its Python: `fetchOHLCV` is `fetch_ohlcv`. */
export const snakeCase = (name) =>
  name
    .replace(/OHLCV/g, 'Ohlcv')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

/** A variable, or a parameter: those that are not used begin with an underscore in the source. */
export function variableName(name) {
  const plain = name.replace(/^_+(?=[a-z])/, '')
  return KEYWORDS.has(plain) ? `${plain}_` : plain
}

/** The module of a source file: `order-request`, `rows/order-row` are `order_request`, `order_row`. */
export const moduleName = (path) =>
  path
    .replace(/^.*\//, '')
    .replace(/\.(js|ts)$/, '')
    .replaceAll('-', '_')

export const text = (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
