import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { reduceDocument } from './reduce-document.mjs'
import { wholeNumbersOf } from './whole-numbers.mjs'

const { factory } = ts
const DECIMAL = factory.createTypeReferenceNode('Decimal')
const NULL = factory.createLiteralTypeNode(factory.createNull())

/** A JSON number or text is a decimal, which the SDK reads and sends as text. Two in a list are a level of a book. */
function asDecimal({ anyOf = [], items, minItems, maxItems }) {
  if (minItems === 2 && maxItems === 2 && items !== undefined) {
    const [first, second] = [asDecimal(items), asDecimal(items)]
    return first === undefined ? undefined : factory.createTupleTypeNode([first, second])
  }
  const types = anyOf.map(({ type }) => type)
  if (!types.includes('number') || !types.includes('string')) return undefined
  return types.includes('null') ? factory.createUnionTypeNode([DECIMAL, NULL]) : DECIMAL
}

const UNDEFINED = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)

/** What may be left out may also be undefined, whatever the compiler is set to. */
const looseOptionals = (context) => {
  const visit = (node) => {
    const visited = ts.visitEachChild(node, visit, context)
    if (!ts.isPropertySignature(visited) || visited.questionToken === undefined) return visited
    if (visited.type.kind === ts.SyntaxKind.NeverKeyword) return visited
    const type = factory.createUnionTypeNode([visited.type, UNDEFINED])
    return factory.updatePropertySignature(visited, visited.modifiers, visited.name, visited.questionToken, type)
  }
  return visit
}

/** A TypeScript file with the types of a document; `decimals` is the module that it imports Decimal from. */
export async function generateTypes(document, decimals) {
  const nodes = await openapiTS(reduceDocument(document), { transform: asDecimal, silent: true })
  const types = astToString(ts.transform(nodes, [looseOptionals]).transformed)
  return [
    '// Made from the OpenAPI document by packages/sdk/generate: do not edit.',
    types.includes('Decimal') ? `import type { Decimal } from '${decimals}'` : '',
    '/** The fields that are whole numbers: all other numbers are decimals. */',
    `export const WHOLE_NUMBERS: readonly string[] = ${JSON.stringify(wholeNumbersOf(document))}`,
    types,
  ].join('\n\n')
}
