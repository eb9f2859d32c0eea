import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { alerts, dashboardQueries, filled, panels, root, yaml } from '../support/observability'
import { readQuery } from '../support/promql'

test.each(alerts.map((alert) => [alert.alert, alert] as const))('the alert %s is well formed', (name, alert) => {
  expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
  expect(readQuery(alert.expr).faults).toEqual([])
  expect(readQuery(alert.expr).selectors.length).toBeGreaterThan(0)
  expect(alert.for ?? '0m').toMatch(/^\d+[smh]$/)
  expect(['page', 'ticket', 'heartbeat']).toContain(alert.labels.severity)
  expect(alert.annotations.summary).toBeTruthy()
  // Templates may use only labels the expression keeps; an aggregated label would be empty.
  const kept = new Set([...readQuery(alert.expr).groupedBy, 'job', 'instance'])
  for (const [, label = ''] of alert.annotations.summary!.matchAll(/\$labels\.(\w+)/g)) expect(kept).toContain(label)
})

test('alert names are unique', () => {
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
})

const kebab = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
const pages = readdirSync(join(root, 'docs/runbook')).filter((name) => name !== 'README.md')
const read = (name: string) => readFileSync(join(root, 'docs/runbook', name), 'utf8')

test('every alert has a runbook section, and every section its alert', () => {
  expect(alerts.map(({ annotations }) => annotations.runbook_url).sort()).toEqual(
    pages.map((page) => `{{ $externalLabels.runbook }}/${page}`).sort(),
  )
  for (const { alert, annotations } of alerts) {
    expect(annotations.runbook_url).toBe(`{{ $externalLabels.runbook }}/${kebab(alert)}.md`)
    expect(read(`${kebab(alert)}.md`)).toMatch(new RegExp(`^# ${alert}\n`))
  }
})

test.each(pages)('%s says what it means, what to check and what to do', (page) => {
  const text = read(page)
  expect(Array.from(text.matchAll(/^## (.*)$/gm), ([, heading]) => heading)).toEqual([
    'What it means',
    'What to look at',
    'What to do',
  ])
  for (const part of text.split(/^## .*$/m).slice(1)) expect(part.trim().length).toBeGreaterThan(80)
  for (const [, link = ''] of text.matchAll(/\]\(([^)]+\.md)\)/g))
    expect(existsSync(join(root, 'docs/runbook', link))).toBe(true)
  expect(read('README.md')).toContain(`(${page})`)
})

test.each(dashboardQueries)('the dashboard query is valid: %s, %s', (_, query) => {
  expect(readQuery(query).faults).toEqual([])
})

test('a broken expression is detected', () => {
  for (const broken of ['rate(up[5m]', 'sum by job (up)', 'up{job=auth}', 'up >', ''])
    expect(readQuery(broken).faults).not.toEqual([])
})

test.each(panels.map((page) => [page]))('the panels of a page do not overlap', (page) => {
  expect(new Set(page.map(({ id }) => id)).size).toBe(page.length)
  const taken = new Map<string, string>()
  for (const { title, gridPos } of page) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect([title, taken.get(`${x},${y}`)]).toEqual([title, undefined])
        taken.set(`${x},${y}`, title)
      }
  }
})

type Service = { image?: string; volumes?: string[]; ports?: string[]; networks?: string[] | object }
type Scrape = {
  job_name: string
  dns_sd_configs?: { names: string[]; port: number }[]
  static_configs?: { targets: string[] }[]
}
const watchers = () =>
  (yaml('deploy/observability/compose.yml') as unknown as { services: Record<string, Service> }).services

test('Prometheus scrapes every process of the product and every exporter beside it', () => {
  const { services } = yaml('docker-compose.yml') as unknown as { services: Record<string, object> }
  const { scrape_configs } = yaml('deploy/observability/prometheus.yml') as unknown as { scrape_configs: Scrape[] }
  const own = scrape_configs.filter(({ dns_sd_configs }) => dns_sd_configs)
  expect(own.map(({ job_name }) => job_name)).toEqual(['auth', 'forms', 'email-worker', 'admin-tables'])
  for (const { job_name, dns_sd_configs } of own)
    expect(dns_sd_configs).toMatchObject([{ names: [job_name], port: 3000 }])
  expect(Object.keys(services)).toEqual(expect.arrayContaining(own.map(({ job_name }) => job_name)))

  const others = scrape_configs.flatMap(({ static_configs = [] }) => static_configs.flatMap(({ targets }) => targets))
  const hosts = others.map((target) => target.split(':')[0]).filter((host) => host !== 'localhost')
  expect(Object.keys(watchers())).toEqual(expect.arrayContaining(hosts))
})

test('the programs that watch are pinned, reachable from this machine only, and get files that exist', () => {
  const services = watchers()
  expect(Object.keys(services)).toEqual(['prometheus', 'alertmanager', 'blackbox-exporter', 'node-exporter', 'grafana'])
  for (const { image, volumes = [], ports = [] } of Object.values(services)) {
    expect(image).toMatch(/:v?\d+\.\d+\.\d+$/)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    for (const volume of volumes.filter((one) => one.startsWith('.')))
      expect(existsSync(join(root, volume.split(':')[0]!))).toBe(true)
  }
})

test('every alert has a simulated outage', () => {
  const { tests } = yaml('deploy/observability/alerts.test.yml') as unknown as {
    tests: { promql_expr_test: { expr: string }[] }[]
  }
  const simulated = tests.flatMap(({ promql_expr_test }) =>
    promql_expr_test.map(({ expr }) => /alertname="(\w+)"/.exec(expr)?.[1]),
  )
  for (const { alert } of alerts) expect(simulated.filter((name) => name === alert).length).toBeGreaterThan(1)
})

test('what an outage of a database silences are alerts, and never the alert about that outage', () => {
  const { inhibit_rules } = Bun.YAML.parse(filled('alertmanager')) as {
    inhibit_rules: { source_matchers: string[]; target_matchers: string[] }[]
  }
  const namesIn = (matchers: string[]) => matchers.flatMap((text) => /"(.*)"/.exec(text)?.[1]?.split('|') ?? [])
  const known = alerts.map(({ alert }) => alert)
  expect(inhibit_rules).toHaveLength(2)
  for (const { source_matchers, target_matchers } of inhibit_rules) {
    expect(known).toEqual(expect.arrayContaining([...namesIn(source_matchers), ...namesIn(target_matchers)]))
    expect(namesIn(target_matchers)).not.toEqual(expect.arrayContaining(namesIn(source_matchers)))
  }
})
