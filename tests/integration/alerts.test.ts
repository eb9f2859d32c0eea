import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nightlyTest } from '../support/cases'
import { filled, root } from '../support/observability'
import { monitoringPrograms } from '../support/promtool'

const programs = monitoringPrograms()
const folder = join(root, 'deploy/observability')
const scratch = mkdtempSync(join(tmpdir(), 'alerts-'))

/** Standard output and error of a checker, with its exit code. */
function check(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

nightlyTest('every alert is quiet before its simulated outage and fires during it', () => {
  expect(check(programs.promtool, 'test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 })
})

nightlyTest('an alert that stays silent fails the simulation', () => {
  const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8')
  const deaf = rules.replace('expr: probe_success{job="site"} == 0', 'expr: probe_success{job="site"} == 2')
  expect(deaf).not.toBe(rules)
  writeFileSync(join(scratch, 'alerts.yml'), deaf)
  writeFileSync(join(scratch, 'alerts.test.yml'), readFileSync(join(folder, 'alerts.test.yml')))
  const result = check(programs.promtool, 'test', 'rules', join(scratch, 'alerts.test.yml'))
  expect(result).toMatchObject({ status: 1, said: expect.stringContaining('SiteUnreachable') })
})

test('Prometheus accepts rules and configuration', () => {
  const config = readFileSync(join(folder, 'prometheus.yml'), 'utf8')
  writeFileSync(join(scratch, 'site.json'), '[{"targets": ["https://archery.example"]}]')
  const local = config.replace('/etc/prometheus/alerts.yml', join(folder, 'alerts.yml'))
  writeFileSync(join(scratch, 'prometheus.yml'), local.replace('/etc/prometheus/site.json', join(scratch, 'site.json')))
  expect(check(programs.promtool, 'check', 'config', join(scratch, 'prometheus.yml'))).toMatchObject({ status: 0 })
})

test('the exporter that probes the site accepts its configuration', () => {
  expect(check(programs.blackbox, '--config.check', '--config.file=blackbox.yml')).toMatchObject({ status: 0 })
})

test('Alertmanager accepts its configuration, mails pages and tickets, and a heartbeat once a day', () => {
  const file = join(scratch, 'alertmanager.yml')
  writeFileSync(file, filled('alertmanager'))
  expect(check(programs.amtool, 'check-config', file)).toMatchObject({ status: 0 })
  const receiver = (severity: string) =>
    execFileSync(programs.amtool, ['config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`], {
      encoding: 'utf8',
    }).trim()
  expect(['page', 'ticket', 'heartbeat'].map(receiver)).toEqual(['mail', 'mail', 'dead-mans-switch,heartbeat'])
})

test('alerts, and a sign of life every five minutes, are posted to the addresses that are set', () => {
  const file = join(scratch, 'alertmanager-webhooks.yml')
  const set = { ALERT_WEBHOOK_URL: 'https://chat.example/a', ALERT_HEARTBEAT_URL: 'https://life.example/b' }
  writeFileSync(file, filled('alertmanager', set))
  expect(check(programs.amtool, 'check-config', file)).toMatchObject({ status: 0 })
  type Receiver = { name: string; webhook_configs?: { url: string }[] }
  const { receivers } = Bun.YAML.parse(readFileSync(file, 'utf8')) as { receivers: Receiver[] }
  const posted = receivers.flatMap(({ name, webhook_configs = [] }) => webhook_configs.map(({ url }) => [name, url]))
  expect(posted).toEqual([
    ['mail', set.ALERT_WEBHOOK_URL],
    ['dead-mans-switch', set.ALERT_HEARTBEAT_URL],
  ])
})

test('the probed site is the public origin', () => {
  expect(JSON.parse(filled('probed_site'))).toEqual([{ targets: ['http://nginx:8080'] }])
})
