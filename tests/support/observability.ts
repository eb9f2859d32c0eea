import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy/observability')
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
/** A YAML file of the repository. */
export const yaml = (path: string) => Bun.YAML.parse(readFileSync(join(root, path), 'utf8')) as Record<string, never>

export type Alert = {
  alert: string
  expr: string
  for?: string
  labels: Record<string, string>
  annotations: Record<string, string>
}
type Panel = {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

type Recording = { record: string; expr: string }
const { groups } = Bun.YAML.parse(text('alerts.yml')) as { groups: { rules: (Alert | Recording)[] }[] }
const rules = groups.flatMap((group) => group.rules)
export const alerts = rules.filter((rule): rule is Alert => 'alert' in rule)
/** Metrics that Prometheus computes from others. */
export const recordings = rules.filter((rule): rule is Recording => 'record' in rule)

type Dashboard = {
  panels: Panel[]
  templating: { list: { query: { query: string } }[] }
  annotations: { list: { expr: string }[] }
}
const pages = ['archery-school', 'service-levels'].map((name) => JSON.parse(text(`grafana/${name}.json`)) as Dashboard)
/** The panels of each page. */
export const panels = pages.map((page) => page.panels)

/** Every expression of the dashboard, with its panel. */
export const dashboardQueries: [string, string][] = [
  ...panels.flat().flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
  ...pages.flatMap(({ annotations }) => annotations.list).map(({ expr }): [string, string] => ['annotation', expr]),
  ...pages
    .flatMap(({ templating }) => templating.list)
    .map(({ query }): [string, string] => ['variable', /^label_values\(([^,]+),/.exec(query.query)?.[1] ?? '']),
]

/** A configuration in compose.yml with these variables and the others at their defaults, as Compose fills them in. */
export function filled(name: string, set: Record<string, string> = {}): string {
  const { configs } = yaml('deploy/observability/compose.yml') as unknown as {
    configs: Record<string, { content: string }>
  }
  return configs[name]!.content.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, variable: string, usual: string) => set[variable] ?? usual,
  ).replace(/\$\{(\w+):\+([^}]*)\}/g, (_, variable: string, added: string) => (set[variable] ? added : ''))
}
