/** Expressions of the dialect in Python. What is not known here is an error, never left out. */
import ts from 'typescript'
import { snakeCase, text, variableName } from './names.mjs'

const { SyntaxKind: K } = ts

const OPERATORS = new Map([
  [K.EqualsEqualsEqualsToken, '=='],
  [K.ExclamationEqualsEqualsToken, '!='],
  [K.LessThanToken, '<'],
  [K.LessThanEqualsToken, '<='],
  [K.GreaterThanToken, '>'],
  [K.GreaterThanEqualsToken, '>='],
  [K.PlusToken, '+'],
  [K.MinusToken, '-'],
  [K.AsteriskToken, '*'],
  [K.SlashToken, '/'],
  [K.AmpersandAmpersandToken, 'and'],
  [K.BarBarToken, 'or'],
])

export function notKnown(node) {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return new Error(
    `${file.fileName}:${line + 1}: ${K[node.kind]} is not of the dialect: ${node.getText().slice(0, 80)}`,
  )
}

const isNothing = (node) => node.kind === K.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined')

/**
 * Makes the writer of a file. `isAsync` keeps `await`; `functions` are the names that are functions there, and
 * `asyncMethods` those of all methods that are awaited: `return this.read()` waits in Python, too.
 */
export function expressionWriter({ isAsync, functions, asyncMethods }) {
  const write = (node) => {
    const writer = WRITERS.get(node.kind)
    if (writer === undefined) throw notKnown(node)
    return writer(node)
  }
  const inner = (node) => write(node.expression)
  const list = (nodes) => nodes.map((node) => (ts.isSpreadElement(node) ? `*${spread(node)}` : write(node))).join(', ')
  const spread = (node) => `(${write(node.expression)} or [])`

  function identifier(node) {
    if (isNothing(node)) return 'None'
    if (node.text === 'Infinity') return "float('inf')"
    return functions.has(node.text) ? snakeCase(node.text) : variableName(node.text)
  }

  function property(node) {
    if (node.expression.kind === K.ThisKeyword) return `self.${node.name.text}`
    if (node.name.text === 'length') return `len(${write(node.expression)})`
    return `at(${write(node.expression)}, ${text(node.name.text)})`
  }

  function objectLiteral(node) {
    const parts = node.properties.map((member) => {
      if (ts.isSpreadAssignment(member)) return `**(${write(member.expression)} or {})`
      if (ts.isShorthandPropertyAssignment(member)) return `${text(member.name.text)}: ${identifier(member.name)}`
      if (!ts.isPropertyAssignment(member)) throw notKnown(member)
      const { name } = member
      const key = ts.isComputedPropertyName(name) ? write(name.expression) : text(name.text)
      return `${key}: ${write(member.initializer)}`
    })
    return `{${parts.join(', ')}}`
  }

  function template(node) {
    const parts = node.head.text === '' ? [] : [text(node.head.text)]
    for (const { expression, literal } of node.templateSpans) {
      parts.push(`to_text(${write(expression)})`)
      if (literal.text !== '') parts.push(text(literal.text))
    }
    return `(${parts.join(' + ')})`
  }

  function typeTest(left, kind, isNot) {
    const tests = { string: 'isinstance(%, str)', number: 'is_number(%)', boolean: 'isinstance(%, bool)' }
    const test = tests[kind.text]
    if (test === undefined) throw notKnown(left)
    return `${isNot ? 'not ' : ''}${test.replace('%', write(left.expression))}`
  }

  function binary(node) {
    const { left, right, operatorToken } = node
    const kind = operatorToken.kind
    const isEqual = kind === K.EqualsEqualsEqualsToken
    const isNot = kind === K.ExclamationEqualsEqualsToken
    if ((isEqual || isNot) && ts.isTypeOfExpression(left)) return typeTest(left, right, isNot)
    if ((isEqual || isNot) && isNothing(right)) return `(${write(left)} ${isNot ? 'is not' : 'is'} None)`
    if (kind === K.QuestionQuestionToken) return `(${write(left)} if ${write(left)} is not None else ${write(right)})`
    if (kind === K.InstanceOfKeyword) return `isinstance(${write(left)}, ${write(right)})`
    if (!OPERATORS.has(kind)) throw notKnown(node)
    return `(${write(left)} ${OPERATORS.get(kind)} ${write(right)})`
  }

  /** An arrow function as the end of a comprehension: its variables, and what it gives. */
  function arrow(node) {
    if (!ts.isArrowFunction(node) || node.parameters.length !== 1 || ts.isBlock(node.body)) throw notKnown(node)
    const { name } = node.parameters[0]
    const variables = ts.isArrayBindingPattern(name)
      ? name.elements.map((element) => variableName(element.name.text)).join(', ')
      : variableName(name.text)
    return { variables, body: write(node.body) }
  }

  const COMPREHENSIONS = {
    map: (of, { variables, body }) => `[${body} for ${variables} in ${of}]`,
    filter: (of, { variables, body }) => `[${variables} for ${variables} in ${of} if ${body}]`,
    flatMap: (of, { variables, body }) => `[item for ${variables} in ${of} for item in ${body}]`,
    some: (of, { variables, body }) => `any(${body} for ${variables} in ${of})`,
    every: (of, { variables, body }) => `all(${body} for ${variables} in ${of})`,
  }

  const METHODS = {
    includes: (of, [value]) => `(${value} in ${of})`,
    join: (of, [separator]) => `${separator}.join(${of})`,
    split: (of, [separator]) => `${of}.split(${separator})`,
    slice: (of, [from, to]) => `${of}[${from}:${to ?? ''}]`,
    toLowerCase: (of) => `${of}.lower()`,
    toUpperCase: (of) => `${of}.upper()`,
    startsWith: (of, [start]) => `${of}.startswith(${start})`,
    endsWith: (of, [end]) => `${of}.endswith(${end})`,
    replaceAll: (of, [from, to]) => `${of}.replace(${from}, ${to})`,
    push: (of, [value]) => `${of}.append(${value})`,
  }

  const STATICS = {
    'Object.keys': ([of]) => `list(${of}.keys())`,
    'Object.values': ([of]) => `list(${of}.values())`,
    'Object.entries': ([of]) => `list(${of}.items())`,
    'Array.isArray': ([value]) => `isinstance(${value}, list)`,
    'Math.min': ([a, b]) => `min(${a}, ${b})`,
    'Math.max': ([a, b]) => `max(${a}, ${b})`,
    'Math.ceil': ([value]) => `math.ceil(${value})`,
  }

  function ownCall(node, words) {
    const isAwaited = isAsync && asyncMethods.has(node.expression.name.text)
    return isAwaited && !ts.isAwaitExpression(node.parent) ? `(await ${words})` : words
  }

  function methodCall(node, { expression: of, name }) {
    const args = node.arguments
    if (of.kind === K.ThisKeyword) return ownCall(node, `self.${snakeCase(name.text)}(${list(args)})`)
    if (of.kind === K.SuperKeyword) return `super().${snakeCase(name.text)}(${list(args)})`
    if (ts.isIdentifier(of) && of.text === 'Precise') return `Precise.${snakeCase(name.text)}(${list(args)})`
    const known = STATICS[`${of.getText()}.${name.text}`]
    if (known !== undefined) return known(args.map(write))
    const comprehension = COMPREHENSIONS[name.text]
    if (comprehension !== undefined) return comprehension(write(of), arrow(args[0]))
    const method = METHODS[name.text]
    if (method === undefined) throw notKnown(node)
    return method(write(of), args.map(write))
  }

  function call(node) {
    const { expression } = node
    if (ts.isPropertyAccessExpression(expression)) return methodCall(node, expression)
    if (!ts.isIdentifier(expression)) throw notKnown(node)
    const own = { String: 'to_text', Number: 'to_number' }[expression.text]
    return `${own ?? identifier(expression)}(${list(node.arguments)})`
  }

  const WRITERS = new Map([
    [K.Identifier, identifier],
    [K.ThisKeyword, () => 'self'],
    [K.NullKeyword, () => 'None'],
    [K.TrueKeyword, () => 'True'],
    [K.FalseKeyword, () => 'False'],
    [K.StringLiteral, (node) => text(node.text)],
    [K.NoSubstitutionTemplateLiteral, (node) => text(node.text)],
    [K.NumericLiteral, (node) => node.text],
    [K.TemplateExpression, template],
    [K.PropertyAccessExpression, property],
    [K.ElementAccessExpression, (node) => `at(${inner(node)}, ${write(node.argumentExpression)})`],
    [K.ObjectLiteralExpression, objectLiteral],
    [K.ArrayLiteralExpression, (node) => `[${list(node.elements)}]`],
    [K.BinaryExpression, binary],
    [K.ConditionalExpression, (n) => `(${write(n.whenTrue)} if ${write(n.condition)} else ${write(n.whenFalse)})`],
    [K.CallExpression, call],
    [K.NewExpression, (node) => `${write(node.expression)}(${list(node.arguments ?? [])})`],
    [K.AwaitExpression, (node) => (isAsync ? `(await ${inner(node)})` : inner(node))],
    [K.ParenthesizedExpression, inner],
    [K.AsExpression, inner],
    [K.NonNullExpression, inner],
    [K.PrefixUnaryExpression, prefix],
  ])

  function prefix(node) {
    if (node.operator === K.ExclamationToken) return `(not ${write(node.operand)})`
    if (node.operator === K.MinusToken) return `-${write(node.operand)}`
    throw notKnown(node)
  }

  return write
}
