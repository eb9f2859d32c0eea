import { parser } from '@prometheus-io/lezer-promql'

type Selector = { metric: string; matchers: { label: string; operator: string; value: string }[] }
/** A parsed PromQL expression. `groupedBy` are the labels of `by`, `made` those the expression creates. */
export type Query = { faults: string[]; selectors: Selector[]; groupedBy: string[]; made: string[] }

/** Values for the dashboard's variables, as Grafana fills them in. */
const filled = (text: string) => text.replaceAll('$__rate_interval', '5m').replaceAll('"$job"', '".*"')

export function readQuery(given: string): Query {
  const text = filled(given)
  const query: Query = { faults: [], selectors: [], groupedBy: [], made: [] }
  const cursor = parser.parse(text).cursor()
  const within: string[] = []
  let matcher: Selector['matchers'][number] | undefined
  cursor.iterate(
    (node) => {
      const word = text.slice(node.from, node.to)
      const inside = within.at(-1)
      within.push(node.name)
      if (node.type.isError) query.faults.push(`${word || 'nothing'} at ${node.from} of ${text}`)
      if (node.name === 'VectorSelector') query.selectors.push({ metric: '', matchers: [] })
      if (node.name === 'Identifier' && inside === 'VectorSelector') query.selectors.at(-1)!.metric = word
      if (node.name === 'UnquotedLabelMatcher') {
        matcher = { label: '', operator: '', value: '' }
        query.selectors.at(-1)!.matchers.push(matcher)
      }
      if (matcher && inside === 'UnquotedLabelMatcher') {
        if (node.name === 'LabelName') matcher.label = word
        if (node.name === 'MatchOp') matcher.operator = word
        if (node.name === 'StringLiteral') matcher.value = JSON.parse(word) as string
      }
      if (node.name === 'LabelName' && inside === 'GroupingLabels') query.groupedBy.push(word)
      if (node.name === 'FunctionCall' && word.startsWith('label_replace('))
        query.made.push(/, "(\w+)", "[^"]*", "\w+", "[^"]*"\)$/.exec(word)?.[1] ?? '')
    },
    () => {
      if (within.pop() === 'UnquotedLabelMatcher') matcher = undefined
    },
  )
  return query
}
