import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { runProgram } from '@app/installer/run-program'
import { writeProgram } from '@app/installer/write-program.fixture'
import { schoolZone } from '@app/school-time/school-day'
import { containerSecrets, writeContainerSecrets } from '@app/secrets/container-secrets'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ComposeFile } from '../compose/rules'
import { everyCase } from '../support/cases'
import { markedBlocks } from '../support/documented-commands'
import { manifestFiles, schemaChecker } from '../support/kubernetes-schemas'
import { type Manifest, podOf, rendererOf } from '../support/manifests'

const root = resolve(import.meta.dirname, '../..')
const machine = createMachine(process.env)
const renderer = rendererOf(machine)
if (!renderer) process.stderr.write('The overlays are not rendered: there is no kubectl, kustomize or go here.\n')

const compose = Bun.YAML.parse(await Bun.file(join(root, 'docker-compose.yml')).text()) as ComposeFile
const ours = ['auth', 'forms', 'email-worker', 'admin-tables'] as const
const settings = (await Bun.file(join(root, 'deploy/kubernetes/base/settings.env')).text()).match(/^\w+/gm) ?? []
let schemaFaults: Awaited<ReturnType<typeof schemaChecker>>
beforeAll(async () => {
  schemaFaults = await schemaChecker(machine)
})

/** The production overlay as an operator changes it for an ingress controller and the Prometheus Operator. */
function behindIngress(kustomization: string): string {
  return kustomization
    .replace('components/load-balancer', 'components/ingress')
    .replace('# - ../../components/monitoring', '- ../../components/monitoring')
    .replace(/^# patches:[\s\S]*$/m, (lines) => lines.replace(/^# ?/gm, ''))
    .replace('path: /spec/rules/0/host, value: archery.example', 'path: /spec/rules/0/host, value: arrows.example')
}

async function render(overlay: 'production' | 'trial', change = (kustomization: string) => kustomization) {
  const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
  cpSync(join(root, 'deploy'), folder, { recursive: true })
  const at = join(folder, 'kubernetes/overlays', overlay)
  const kustomization = join(at, 'kustomization.yaml')
  writeFileSync(kustomization, change(await Bun.file(kustomization).text()))
  if (overlay === 'trial') writeContainerSecrets(join(at, 'secrets'), containerSecrets({ DATABASE_KEY: 'a key' }))
  const text = await runProgram(renderer!.program, [...renderer!.args, at], { env: machine.fetchEnv })
  const file = join(folder, 'rendered.yaml')
  writeFileSync(file, text)
  const manifests = (Bun.YAML.parse(text) as Manifest[]).filter(Boolean)
  return { file, manifests, remove: () => rmSync(folder, { recursive: true }) }
}

// `make check` checks each of them.
test('every file of objects is found', async () => {
  expect(manifestFiles.length).toBeGreaterThan(10)
  for (const file of manifestFiles) expect(await Bun.file(file).text(), file).toMatch(/^apiVersion: /m)
})

test('an invalid manifest is detected', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
  const file = join(folder, 'bad.yaml')
  const good = await Bun.file(join(root, 'deploy/kubernetes/base/auth.yaml')).text()
  for (const bad of [
    good.replace('minReplicas: 2', 'minReplicas: two'),
    ...(everyCase ? [good.replace('minReplicas', 'leastReplicas')] : []),
  ]) {
    writeFileSync(file, bad)
    expect(await schemaFaults(file)).toContain('bad.yaml')
  }
  rmSync(folder, { recursive: true })
})

describe.skipIf(!renderer).each(['production', 'trial'] as const)('the overlay %s', (overlay) => {
  let rendered: Awaited<ReturnType<typeof render>>
  beforeAll(async () => {
    rendered = await render(overlay)
    return rendered.remove
  })
  const of = (kind: string) => rendered.manifests.filter((one) => one.kind === kind)
  const named = (kind: string, name: string) => of(kind).find(({ metadata }) => metadata.name === name)

  // By day the overlay that schools run.
  test.runIf(everyCase || overlay === 'production')('matches the Kubernetes schemas', async () => {
    expect(await schemaFaults(rendered.file)).toBe('')
  })

  test('every pod runs unprivileged, with limits and probes, and without a service account token', () => {
    const workloads = [...of('Deployment'), ...of('StatefulSet')]
    expect(workloads.length).toBeGreaterThanOrEqual(5)
    for (const workload of workloads) {
      const pod = podOf(workload)
      const { name } = workload.metadata
      expect(pod, name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: expect.any(Number),
          seccompProfile: { type: 'RuntimeDefault' },
        },
      })
      for (const container of pod.containers) {
        expect(container, name).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { limits: { cpu: expect.anything(), memory: expect.anything() } },
          readinessProbe: expect.any(Object),
        })
        if (overlay === 'production') expect(container.image, name).toMatch(/:v\d+\.\d+\.\d+$/)
      }
    }
  })

  test('every serving workload is spread over the nodes and has autoscaling, a disruption budget and a termination grace period', () => {
    for (const name of [...ours, 'nginx']) {
      const deployment = named('Deployment', name)!
      expect(podOf(deployment).terminationGracePeriodSeconds, name).toBeGreaterThan(45)
      expect(deployment.spec.template.spec.topologySpreadConstraints, name).toMatchObject([
        { topologyKey: 'kubernetes.io/hostname', matchLabelKeys: ['pod-template-hash'] },
      ])
      expect(named('HorizontalPodAutoscaler', name)?.spec, name).toMatchObject({ scaleTargetRef: { name } })
      const labels = podOf(deployment, 'labels')
      for (const kind of ['PodDisruptionBudget', ...(name === 'email-worker' ? [] : ['Service'])]) {
        const { selector } = named(kind, name)!.spec
        expect(labels, `${kind} ${name}`).toMatchObject(selector.matchLabels ?? selector)
      }
    }
  })

  test('network policies deny all traffic that is not allowed explicitly', () => {
    expect(named('NetworkPolicy', 'nothing-by-default')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    })
    const edge = named('NetworkPolicy', 'services')?.spec
    expect(edge.podSelector.matchExpressions[0].values).toEqual([...ours])
  })

  test.each(ours)('%s gets the same secrets and knows the same variables as in Compose', (name) => {
    const pod = podOf(named('Deployment', name)!)
    const own = pod.containers[0]!.env.map((one) => one.name).sort()
    const inCompose = Object.keys(compose.services[name]!.environment ?? {})
    expect(own).toEqual(inCompose.filter((variable) => variable.endsWith('_FILE')).sort())
    if (overlay === 'trial') {
      const secret = pod.volumes.find((one) => one.name === 'secrets')!.secret!.secretName
      const files = Object.keys(named('Secret', secret)?.data ?? {})
      expect(files.map((file) => `${file.toUpperCase()}_FILE`).sort()).toEqual(own)
    }
  })
})

describe.skipIf(!renderer)('what production can add', () => {
  let rendered: Awaited<ReturnType<typeof render>>
  beforeAll(async () => {
    rendered = await render('production', behindIngress)
    return rendered.remove
  })
  const only = (kind: string) => rendered.manifests.find((one) => one.kind === kind)!

  test('an ingress has the host and the certificate, and nginx trusts the address that it passes on', () => {
    const { rules, tls } = only('Ingress').spec
    expect(rules[0].host).toBe('arrows.example')
    const { service } = rules[0].http.paths[0].backend
    const nginx = rendered.manifests.find(({ kind, metadata }) => kind === 'Service' && metadata.name === service.name)!
    expect(nginx.spec.ports.map((port: { name: string }) => port.name)).toContain(service.port.name)
    expect(nginx.spec.type ?? 'ClusterIP').toBe('ClusterIP')
    expect(tls[0].secretName).toBe('certificate')
    const { data = {} } = only('ConfigMap')
    expect(data).toMatchObject({ TRUSTED_PROXIES: expect.stringContaining('10.0.0.0/8') })
    expect(data).not.toHaveProperty('TLS_CERTIFICATE')
  })

  test('the pods that answer for a certificate may be reached, whatever the policies refuse otherwise', () => {
    const solver = rendered.manifests.find(({ metadata }) => metadata.name === 'certificate-solver')!
    expect(solver.spec).toMatchObject({
      podSelector: { matchLabels: { 'acme.cert-manager.io/http01-solver': 'true' } },
      ingress: [{ ports: [{ protocol: 'TCP', port: 8089 }] }],
    })
  })

  const cronJob = (name: string) =>
    rendered.manifests.find(({ kind, metadata }) => kind === 'CronJob' && metadata.name === name)!.spec

  test.each(['backup', 'restore'])(
    'a %s runs unprivileged, with the secrets of Compose, never twice at once',
    (name) => {
      const { concurrencyPolicy, jobTemplate } = cronJob(name)
      expect(concurrencyPolicy).toBe('Forbid')
      const pod = jobTemplate.spec.template.spec
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      const [container] = pod.containers
      expect(container).toMatchObject({
        image: expect.stringMatching(/\/backup:v\d+\.\d+\.\d+$/),
        securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      })
      const variables = container.env.map((one: { name: string }) => one.name)
      expect(variables).toEqual(expect.arrayContaining(['MONGODB_URI_FILE', 'FILES_S3_FILE', 'BACKUP_SIGNING_KEY']))
      const claim = pod.volumes.find((one: { name: string }) => one.name === 'backups').persistentVolumeClaim.claimName
      expect(only('PersistentVolumeClaim').metadata.name).toBe(claim)
    },
  )

  test('a backup is made each night, and nothing is restored unless somebody asks for it', () => {
    const { schedule, timeZone, suspend } = cronJob('backup')
    expect([schedule, timeZone, suspend]).toEqual(['30 2 * * *', schoolZone, undefined])
    expect(cronJob('restore').suspend).toBe(true)
  })

  test('the monitor collects each service, and the alerts find their jobs', async () => {
    const { selector, jobLabel, endpoints } = only('ServiceMonitor').spec
    const [{ values }] = selector.matchExpressions
    expect([...values].sort()).toEqual([...ours].sort())
    for (const name of ours) {
      const service = rendered.manifests.find((one) => one.kind === 'Service' && one.metadata.name === name)!
      expect(
        service.spec.ports.map((port: { name: string }) => port.name),
        name,
      ).toContain(endpoints[0].port)
      expect((service.metadata as { labels?: Record<string, string> }).labels?.[jobLabel], name).toBe(name)
    }
  })
})

test('the production overlay sets everything that Compose requires in production', async () => {
  const required = await Bun.file(join(root, 'deploy/compose.production.yml')).text()
  const names = [...required.matchAll(/^ {2}- \$\{(\w+):\?/gm)].map(([, name = '']) => name)
  const overlay = await Bun.file(join(root, 'deploy/kubernetes/overlays/production/kustomization.yaml')).text()
  const set = [...overlay.matchAll(/^ +- (\w+)=/gm)].map(([, name = '']) => name)
  // Secrets are objects of the cluster there.
  expect(names.filter((name) => name !== 'SECRETS_DIR').length).toBeGreaterThan(3)
  expect(set).toEqual(expect.arrayContaining(names.filter((name) => name !== 'SECRETS_DIR')))
})

/** Says on descriptor 3 which Secret it is asked for, with its files, and fails as kubectl does where one is missing. */
const kubectlStub = `#!/bin/bash
[ "$1" = apply ] && { cat > /dev/null; exit; }
said="$6" # -n NAMESPACE create secret generic NAME
for arg in "\${@:7}"; do
  case $arg in
    --from-file=*) file="\${arg#--from-file=}"; cat "\${file##*=}" > /dev/null || exit 1; key="\${file%%=*}"; said+=" \${key##*/}" ;;
  esac
done
echo "$said" >&3
`

test('the documented Secrets of production hold what each process reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
  mkdirSync(join(folder, '.data'))
  writeContainerSecrets(join(folder, '.data/secrets'), containerSecrets({ DATABASE_KEY: 'a key' }))
  writeProgram(join(folder, 'kubectl'), kubectlStub)
  const code = markedBlocks('for Kubernetes', ['deploy/kubernetes/README.md']).map((block) => block.code)
  expect(code).toHaveLength(1)
  // Typed twice, as after a change of a file.
  const typed = `set -euo pipefail; exec 3>said; ${code[0]}\n exec 3>said\n${code[0]}`
  const env = { ...machine.bareEnv, PATH: `${folder}:${process.env.PATH}` }
  await runProgram('bash', ['-c', `cd '${folder}'; ${typed}`], { env })
  const said = (await Bun.file(join(folder, 'said')).text()).trim().split('\n')
  const files = Object.fromEntries(said.map((line) => [line.split(' ')[0], line.split(' ').slice(1).sort()]))
  for (const name of ours) {
    const manifests = Bun.YAML.parse(
      await Bun.file(join(root, `deploy/kubernetes/base/${name}.yaml`)).text(),
    ) as Manifest[]
    const variables = podOf(manifests[0]!).containers[0]!.env.map((one) => one.name)
    const read = variables.filter((variable) => variable.endsWith('_FILE'))
    expect(
      files[name]?.map((file: string) => `${file.toUpperCase()}_FILE`),
      name,
    ).toEqual(read.sort())
  }
  rmSync(folder, { recursive: true })
})

test('the policies let each process reach the servers that its addresses may name', async () => {
  const text = await Bun.file(join(root, 'deploy/kubernetes/base/network-policies.yaml')).text()
  const policies = Bun.YAML.parse(text) as Manifest[]
  const portsOf = (name: string) =>
    policies
      .find(({ metadata }) => metadata.name === name)!
      .spec.egress[0].ports.map((one: { port: number }) => one.port)
  // MongoDB, Redis with and without TLS, Sentinels.
  expect(portsOf('databases')).toEqual(expect.arrayContaining([27_017, 6379, 6380, 26_379]))
  // SMTP in its three ways, IMAP in its two.
  expect(portsOf('mail-server')).toEqual(expect.arrayContaining([25, 465, 587, 143, 993]))
})

test('only email-worker reaches the figures of nginx, and no service publishes them', async () => {
  const read = async (name: string) =>
    Bun.YAML.parse(await Bun.file(join(root, `deploy/kubernetes/base/${name}.yaml`)).text()) as Manifest[]
  const policies = await read('network-policies')
  const { ingress } = policies.find(({ metadata }) => metadata.name === 'edge')!.spec
  const lets = ingress.filter(({ ports }: { ports: { port: number }[] }) => ports.some(({ port }) => port === 8081))
  expect(lets).toEqual([
    { from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'email-worker' } } }], ports: [{ port: 8081 }] },
  ])
  const manifests = await read('nginx')
  const offered = manifests.filter(
    ({ kind, spec }) =>
      kind === 'Service' && spec.ports.some(({ targetPort }: { targetPort: string }) => targetPort === 'status'),
  )
  expect(offered.map(({ metadata, spec }) => [metadata.name, spec.clusterIP, spec.ports[0].port])).toEqual([
    ['nginx-status', 'None', 8081],
  ])
  expect(await Bun.file(join(root, 'deploy/kubernetes/base/settings.env')).text()).toContain(
    '\nNGINX_STATUS=nginx-status:8081\n',
  )
})

test('nginx follows its certificate wherever one is given: the image does, and no overlay replaces its command', async () => {
  const start = await Bun.file(join(root, 'nginx/start.sh')).text()
  expect(start).toMatch(/-n "\$\{TLS_CERTIFICATE:-\}" \]; then sh \/etc\/nginx\/follow-certificate\.sh &/)
  const manifests = Bun.YAML.parse(await Bun.file(join(root, 'deploy/kubernetes/base/nginx.yaml')).text()) as Manifest[]
  const [container] = podOf(manifests[0]!).containers as { command?: unknown; args?: unknown }[]
  expect([container?.command, container?.args]).toEqual([undefined, undefined])
})

test('Kubernetes sets only variables that Compose can set', () => {
  const known = new Set(Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment)))
  expect(settings.length).toBeGreaterThan(0)
  for (const name of settings) expect(known).toContain(name)
})
