import { type Node, parseSync, visitorKeys } from 'oxc-parser'

/** One change of one place of a file. Lines count from 1; `source` is the whole line. */
export type Mutant = { id: number; line: number; source: string; from: string; to: string }

type Site = { start: number; end: number; isStatement: boolean; to: string[] }

const negations: Record<string, string> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' }
const operators: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
}
/** Steps of a chain that give what they were given. */
const steps = new Set(
  [
    'trim',
    'normalize',
    'toLowerCase',
    'sort',
    'toSorted',
    'limit',
    'filter',
    'slice',
    'reverse',
    'catch',
    'finally',
  ].concat(['toReversed', 'skip']),
)
/** They change how fast a database answers, not what. */
const silentProperties = new Set(['maxTimeMS', 'projection', 'hint', 'batchSize', 'gathers'])

/** The name of a constant or a property whose value makes no difference to what is answered. */
function silentName(node: Node): string | undefined {
  const name = node.type === 'VariableDeclarator' ? node.id : node.type === 'Property' ? node.key : undefined
  return name?.type === 'Identifier' && silentProperties.has(name.name) ? name.name : undefined
}

/** A projection without one of its fields is a slip; any number but 0, and all fields, are none. */
const isAnyway = (node: Node) =>
  node.type === 'Literal' || (node.type === 'ObjectExpression' && node.properties.length < 2)

const isExpressionOfTypes = (type: string) =>
  ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type)

const children = (node: Node): [string, Node][] =>
  (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value = (node as unknown as Record<string, unknown>)[key]
    return [value]
      .flat()
      .flatMap((one) => (one && typeof one === 'object' ? [[key, one as Node] as [string, Node]] : []))
  })

/** A text for staff or the log of an operator, which no rule reads. */
const isLogged = (node: Node) =>
  (node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.object.type === 'Identifier' &&
    node.callee.object.name === 'log') ||
  (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'Error')

const isFunction = ({ type }: Node) => type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

const isTest = (node: Node, parent: Node) => 'test' in parent && parent.test === node && parent.type !== 'SwitchCase'

/** The texts that may stand for an expression. */
function replacements(text: string, node: Node, parent: Node): string[] {
  const of = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression': {
      const { left, right, operator } = node
      if (operator === 'in' || operator === 'instanceof') return isTest(node, parent) ? [] : [`!(${of(node)})`]
      // A condition that is dropped both ways need not be turned as well.
      const other = (isTest(node, parent) ? undefined : negations[operator]) ?? operators[operator]
      return other ? [`(${of(left)}) ${other} (${of(right)})`] : []
    }
    case 'LogicalExpression':
      return [of(node.left), of(node.right)]
    case 'ConditionalExpression':
      return [of(node.consequent), of(node.alternate)]
    case 'UnaryExpression':
      return node.operator === '!' && !isTest(node, parent) ? [of(node.argument)] : []
    case 'TemplateLiteral':
      return node.expressions.length > 0 && parent.type !== 'TaggedTemplateExpression' && !isLogged(parent)
        ? ["''"]
        : []
    case 'Literal': {
      if (typeof node.value === 'boolean') return [String(!node.value)]
      if (typeof node.value === 'number') return [node.value < 1_000 ? String(node.value + 1) : '0']
      const isCompared = parent.type === 'BinaryExpression' || isLogged(parent)
      return typeof node.value === 'string' && node.value !== '' && !isCompared ? ["''"] : []
    }
    case 'ObjectExpression':
      return node.properties.flatMap((property) => {
        const name = property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : ''
        if (silentProperties.has(name) || (property.type === 'Property' && isFunction(property.value))) return []
        return [`{${node.properties.flatMap((one) => (one === property ? [] : of(one))).join(', ')}}`]
      })
    case 'CallExpression': {
      const { callee } = node
      const isStep =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        steps.has(callee.property.name) &&
        !callee.optional &&
        !node.optional
      return isStep ? [of(callee.object)] : []
    }
    default:
      return []
  }
}

/** The places of a program at which something can be changed, outermost first. */
function sitesIn(text: string, program: Node): Site[] {
  const sites: Site[] = []
  const add = ({ start, end }: Node, to: string[], isStatement = false) => {
    if (to.length > 0) sites.push({ start, end, isStatement, to })
  }
  const visit = (node: Node, parent: Node, isInChain: boolean, isInProjection = false) => {
    const silent = silentName(node)
    if (silent && silent !== 'projection') return
    if (node.type.startsWith('TS') && !isExpressionOfTypes(node.type)) return
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
    if (node.type === 'ImportExpression') return
    if (node.type === 'ExpressionStatement' && !text.startsWith('super', node.start)) {
      if ('directive' in node && node.directive) return
      add(node, ['{}'], true)
    }
    if (node.type === 'IfStatement') add(node.test, ['true', 'false'])
    if (node.type === 'WhileStatement' || node.type === 'ForStatement') if (node.test) add(node.test, ['false'])
    if (!isInChain && !(isInProjection && isAnyway(node))) add(node, replacements(text, node, parent))
    for (const [key, child] of children(node)) {
      const isName = (key === 'key' || key === 'property') && !(node as { computed?: boolean }).computed
      const isTarget = (key === 'left' && /^Assignment|^For(?:Of|In)/.test(node.type)) || key === 'id'
      const isSource = key === 'source' || node.type === 'MetaProperty'
      const isLink = isInChain || node.type === 'ChainExpression'
      const goesOn = isLink && (key === 'object' || key === 'callee' || key === 'expression')
      if (!isName && !isTarget && !isSource) visit(child, node, goesOn, isInProjection || silent === 'projection')
    }
  }
  visit(program, program, false)
  // Of two at the same place the outer one was added first.
  return sites.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/**
 * A file in which every mutant sleeps behind a switch: `globalThis.mutant` names the one that is awake, `globalThis.reached` collects
 * those whose place was executed.
 */
export function withMutants(path: string, text: string, firstId = 0): { text: string; mutants: Mutant[] } {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const sites = sitesIn(text, program as unknown as Node)
  const mutants: Mutant[] = []
  const lines = text.split('\n')
  let next = 0
  const rewrite = (start: number, end: number): string => {
    let written = ''
    let at = start
    while (next < sites.length && sites[next]!.start < end) {
      const site = sites[next++]!
      const from = text.slice(site.start, site.end)
      const ids = site.to.map((to) => {
        const line = text.slice(0, site.start).split('\n').length
        mutants.push({
          id: firstId + mutants.length,
          line,
          from,
          to: site.isStatement ? '' : to,
          source: lines[line - 1]!.trim(),
        })
        return mutants.at(-1)!.id
      })
      const kept = rewrite(site.start, site.end)
      written += text.slice(at, site.start)
      written += site.isStatement
        ? `{if (!isMutant(${ids[0]})) {${kept}}}`
        : `(${site.to.map((to, index) => `isMutant(${ids[index]}) ? (${to}) : `).join('')}(${kept}))`
      at = site.end
    }
    return written + text.slice(at, end)
  }
  const body = rewrite(0, text.length)
  const reader = `
function isMutant(id) {
  globalThis.reached?.add(id)
  return globalThis.mutant === id
}
`
  return { text: body + reader, mutants }
}
