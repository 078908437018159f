/** Statements, functions and classes of the dialect in Python. */
import ts from 'typescript'
import { expressionWriter, notKnown } from './expressions.mjs'
import { snakeCase, text, variableName } from './names.mjs'

const { SyntaxKind: K } = ts
const indent = (lines) => lines.map((line) => (line === '' ? '' : `    ${line}`))

/** The lines of a file's declarations; interfaces and types are none. */
export function declarations(source, options) {
  const { isAsync } = options
  const write = expressionWriter(options)

  function block(node) {
    const statements = ts.isBlock(node) ? [...node.statements] : [node]
    const lines = statements.flatMap(statement)
    return indent(lines.length === 0 ? ['pass'] : lines)
  }

  function declaration(node) {
    const { name, initializer } = node
    const value = initializer === undefined ? 'None' : write(initializer)
    if (ts.isIdentifier(name)) return [`${variableName(name.text)} = ${value}`]
    if (ts.isArrayBindingPattern(name))
      return [`${name.elements.map((element) => variableName(element.name.text)).join(', ')} = ${value}`]
    if (!ts.isIdentifier(initializer)) throw notKnown(node)
    return name.elements.map((element) => {
      const key = (element.propertyName ?? element.name).text
      return `${variableName(element.name.text)} = at(${value}, ${text(key)})`
    })
  }

  const target = (node) =>
    ts.isElementAccessExpression(node) ? `${write(node.expression)}[${write(node.argumentExpression)}]` : write(node)

  function expressionStatement({ expression }) {
    if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === K.EqualsToken)
      return [`${target(expression.left)} = ${write(expression.right)}`]
    if (ts.isDeleteExpression(expression)) {
      const { expression: of, argumentExpression: key } = expression.expression
      return [`${write(of)}.pop(${write(key)}, None)`]
    }
    return [write(expression)]
  }

  function ifStatement(node, word = 'if') {
    const lines = [`${word} ${write(node.expression)}:`, ...block(node.thenStatement)]
    const { elseStatement } = node
    if (elseStatement === undefined) return lines
    if (ts.isIfStatement(elseStatement)) return [...lines, ...ifStatement(elseStatement, 'elif')]
    return [...lines, 'else:', ...block(elseStatement)]
  }

  function forOf(node) {
    const { name } = node.initializer.declarations[0]
    const variables = ts.isArrayBindingPattern(name)
      ? name.elements.map((element) => variableName(element.name.text)).join(', ')
      : variableName(name.text)
    return [`for ${variables} in ${write(node.expression)}:`, ...block(node.statement)]
  }

  /** Counts up by one, from a start to before an end. */
  function forCount(node) {
    const { name, initializer } = node.initializer.declarations[0]
    if (node.incrementor.getText() !== `${name.text} += 1` || node.condition.operatorToken.kind !== K.LessThanToken)
      throw notKnown(node)
    const range = `range(${write(initializer)}, ${write(node.condition.right)})`
    return [`for ${variableName(name.text)} in ${range}:`, ...block(node.statement)]
  }

  function tryStatement({ tryBlock, catchClause }) {
    const name = variableName(catchClause.variableDeclaration.name.text)
    return ['try:', ...block(tryBlock), `except Exception as ${name}:`, ...block(catchClause.block)]
  }

  function parameters(node) {
    return node.parameters.map(({ name, initializer, questionToken }) => {
      const plain = variableName(name.text)
      if (initializer !== undefined) return `${plain}=${write(initializer)}`
      return questionToken === undefined ? plain : `${plain}=None`
    })
  }

  /** The comment of a declaration as a docstring. */
  function docstring(node) {
    const comments = node.jsDoc ?? []
    if (comments.length === 0) return []
    const words = (ts.getTextOfJSDocComment(comments.at(-1).comment) ?? '').trim()
    const lines = words.replaceAll('\\', '\\\\').replaceAll('"""', '"').split('\n')
    return lines.length === 1 ? [`"""${lines[0]}"""`] : [`"""${lines[0]}`, ...lines.slice(1), '"""']
  }

  function functionLines(node, first) {
    const isAwaited = isAsync && node.modifiers?.some(({ kind }) => kind === K.AsyncKeyword)
    const words = [...first, ...parameters(node)].join(', ')
    const head = `${isAwaited ? 'async ' : ''}def ${snakeCase(node.name.text)}(${words}):`
    return [head, ...indent(docstring(node)), ...block(node.body)]
  }

  function classLines(node) {
    const base = node.heritageClauses[0].types[0].expression.text
    const methods = node.members.flatMap((member) => {
      if (!ts.isMethodDeclaration(member)) throw notKnown(member)
      return ['', ...functionLines(member, ['self'])]
    })
    return [`class ${node.name.text}(${base}):`, ...indent(docstring(node)), ...indent(methods)]
  }

  const STATEMENTS = new Map([
    [K.VariableStatement, (node) => node.declarationList.declarations.flatMap(declaration)],
    [K.ExpressionStatement, expressionStatement],
    [K.IfStatement, (node) => ifStatement(node)],
    [K.ForOfStatement, forOf],
    [K.ForStatement, forCount],
    [K.WhileStatement, (node) => [`while ${write(node.expression)}:`, ...block(node.statement)]],
    [K.ReturnStatement, (node) => [node.expression === undefined ? 'return' : `return ${write(node.expression)}`]],
    [K.ThrowStatement, (node) => [`raise ${write(node.expression)}`]],
    [K.TryStatement, tryStatement],
    [K.FunctionDeclaration, (node) => ['', '', ...functionLines(node, [])]],
    [K.ClassDeclaration, (node) => ['', '', ...classLines(node)]],
    [K.ImportDeclaration, () => []],
    [K.InterfaceDeclaration, () => []],
    [K.TypeAliasDeclaration, () => []],
  ])

  function statement(node) {
    const writer = STATEMENTS.get(node.kind)
    if (writer === undefined) throw notKnown(node)
    return writer(node)
  }

  return source.statements.flatMap(statement)
}
