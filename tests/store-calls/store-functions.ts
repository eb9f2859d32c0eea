import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parseSync, visitorKeys } from 'oxc-parser'

/** A function that a file exports, or one of those within it by both names, as `sessionStore.revoke`; where its body stands. */
type StoreFunction = { name: string; body: Node }

/** It takes a collection or a model, so what it does shows on a real server only. */
const usesDatabase = /\.(collection|model)[<(]|\b(Collection|Db|Connection)\b/
/** Migrations run before the routes, and those of a start build what is called here. */
const elsewhere = /\/(migrations|node_modules)\/|\/(index|worker|context|start-inbound)\.ts$|\.(test|fixture)\.ts$/

/** Files of packages and services that keep data, by their paths in `root`. */
export function storeFiles(root: string): string[] {
  return globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !elsewhere.test(`/${file}`) && usesDatabase.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()
}

const children = (node: Node): Node[] =>
  (visitorKeys[node.type] ?? [])
    .flatMap((key) => (node as unknown as Record<string, Node | Node[] | null>)[key] ?? [])
    .filter((child) => child && typeof child === 'object')

const isFunction = ({ type }: Node) =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

/** The name that a declaration, a constant or a property gives to the function in it. */
function nameIn(node: Node): string | undefined {
  const { id, key } = node as unknown as { id?: { name?: string } | null; key?: { name?: string } }
  if (node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator') return id?.name
  return node.type === 'Property' || node.type === 'MethodDefinition' ? key?.name : undefined
}

/** The functions that a file of `source` exports, and those that have a name in them. */
export function storeFunctions(file: string, source: string): StoreFunction[] {
  const found: StoreFunction[] = []
  const visit = (node: Node, above: readonly string[], given?: string) => {
    const name = nameIn(node) ?? given
    const body = isFunction(node) ? (node as unknown as { body: Node | null }).body : null
    const names = body && name ? [...above, name] : above
    if (body && name && names.length <= 2) found.push({ name: names.join('.'), body })
    // What is passed as an argument has no name.
    const passes = ['VariableDeclarator', 'Property', 'MethodDefinition'].includes(node.type)
    for (const child of children(node)) visit(child, names, passes ? name : undefined)
  }
  for (const statement of parseSync(file, source).program.body)
    if (statement.type === 'ExportNamedDeclaration') visit(statement, [])
  return found
}
