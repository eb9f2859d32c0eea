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

const groups = (Bun.YAML.parse(text('alerts.yml')) as { groups: { name: string; rules: Alert[] }[] }).groups
export const alerts: Alert[] = groups.flatMap(({ rules }) => rules)

const dashboard = JSON.parse(text('grafana/archery-school.json')) as {
  panels: Panel[]
  templating: { list: { query: { query: string } }[] }
  annotations: { list: { expr: string }[] }
}
export const panels = dashboard.panels

/** Every expression of the dashboard, with its panel. */
export const dashboardQueries: [string, string][] = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
  ...dashboard.annotations.list.map(({ expr }): [string, string] => ['annotation', expr]),
  ...dashboard.templating.list.map(({ query }): [string, string] => [
    'variable',
    /^label_values\(([^,]+),/.exec(query.query)?.[1] ?? '',
  ]),
]
