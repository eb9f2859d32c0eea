import { expect, test } from 'vitest'
import { type ComposeConfig, swarmStack } from './swarm-stack'

const config: ComposeConfig = {
  name: 'school',
  services: {
    nginx: {
      image: 'nginx:1',
      build: { context: '.' },
      depends_on: { auth: {} },
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
      pull_policy: 'never',
      network_mode: 'service:edge',
      tmpfs: ['/tmp:size=64m,mode=1777'],
      ulimits: { core: {} },
      command: null,
      deploy: {
        resources: { limits: { cpus: 1 } },
        update_config: { parallelism: 1, order: 'start-first' },
        placement: {},
      },
    },
    edge: {
      image: 'debian:1',
      sysctls: { 'net.ipv4.tcp_migrate_req': '1' },
      networks: { app: null },
      ports: [{ target: 8080, published: '80', protocol: 'tcp' }],
    },
    auth: {
      image: 'auth:1',
      environment: { LOG_LEVEL: 'info', STOP_DELAY_SECONDS: '0' },
      secrets: [{ source: 'pepper', target: '/run/secrets/pepper' }],
      deploy: {
        replicas: 3,
        update_config: { parallelism: 1, order: 'start-first' },
        placement: { constraints: ['node.labels.mongo-1 == yes'] },
        restart_policy: { condition: 'on-failure' },
      },
    },
  },
  networks: { app: {}, data: { internal: true } },
  volumes: { mongo: { name: 'school_mongo' } },
  secrets: { pepper: { name: 'school_pepper', file: '/secrets/pepper' } },
  configs: { start: { name: 'school_start', file: '/start.sh' }, probed: { name: 'school_probed', content: '[]' } },
}
const written: string[] = []
const files = (content?: string) => ({
  read: (file: string) => content ?? `content of ${file}`,
  write(name: string, text: string) {
    written.push(`${name}: ${text}`)
    return `/files/${name}`
  },
})
const stack = swarmStack(config, files())

test('what a swarm does not know is left out, and the rest stays', () => {
  const { nginx } = stack.services
  for (const name of ['build', 'depends_on', 'security_opt', 'restart', 'tmpfs', 'command', 'pull_policy', 'sysctls'])
    expect(nginx).not.toHaveProperty(name)
  expect(nginx).toMatchObject({
    image: 'nginx:1',
    volumes: [{ type: 'tmpfs', target: '/tmp', tmpfs: { size: 64 * 1024 * 1024, mode: 0o1777 } }],
    ulimits: { core: 0 },
    deploy: { endpoint_mode: 'dnsrr', resources: { limits: { cpus: '1' } } },
  })
})

test('a port is the node’s own, so that clients keep their address; its service ends before the next one starts', () => {
  const { nginx, auth } = stack.services
  expect(nginx!.ports).toEqual([{ target: 8080, published: 80, protocol: 'tcp', mode: 'host' }])
  expect(nginx!.deploy.update_config).toEqual({ parallelism: 1, order: 'stop-first' })
  expect(auth!.deploy.update_config).toEqual({ parallelism: 1, order: 'start-first' })
})

test('a secret that changes gets another name, since a swarm never changes one', () => {
  const [before, after] = ['a', 'b'].map((content) => swarmStack(config, files(content)).secrets['pepper'])
  expect(before).toMatchObject({ name: expect.stringMatching(/^school_pepper_[0-9a-f]{12}$/), file: '/secrets/pepper' })
  expect(after!.name).not.toBe(before!.name)
})

test('networks span the nodes encrypted, and the inner one stays inside', () => {
  expect(stack.networks).toEqual({
    app: { driver: 'overlay', internal: false, driver_opts: { encrypted: '' } },
    data: { driver: 'overlay', internal: true, driver_opts: { encrypted: '' } },
  })
})

test('what binds a service to a node, and ends one that is done, stays', () => {
  expect(stack.services['auth']!.deploy).toMatchObject({
    placement: { constraints: ['node.labels.mongo-1 == yes'] },
    restart_policy: { condition: 'on-failure' },
  })
  expect(stack.services['nginx']!.deploy).not.toHaveProperty('placement')
})

test('a service with a volume stays on the node that has its data', () => {
  const mongo = { image: 'mongo:8', volumes: [{ type: 'volume', source: 'mongo', target: '/data/db' }] }
  const member = { ...mongo, deploy: { placement: { constraints: ['node.labels.mongo-1 == yes'] } } }
  const { services } = swarmStack({ ...config, services: { mongo, member } }, files())
  expect(services['mongo']!.deploy).toMatchObject({ placement: { constraints: ['node.labels.volumes == yes'] } })
  expect(services['member']!.deploy).toMatchObject({ placement: { constraints: ['node.labels.mongo-1 == yes'] } })
})

test('fixed addresses are refused, with the services that have one', () => {
  const services = { redis: { networks: { redis: { ipv4_address: '10.46.89.11' } } }, auth: {} }
  expect(() => swarmStack({ ...config, services }, files())).toThrow('which these have: redis. Leave')
})

test('a replica that is replaced serves on until nginx knows the next one', () => {
  expect(stack.services['auth']!.environment).toEqual({ LOG_LEVEL: 'info', STOP_DELAY_SECONDS: '4' })
  expect(stack.services['nginx']).not.toHaveProperty('environment')
})

test('as many replicas as in Compose', () => {
  expect(stack.services['auth']!.deploy.replicas).toBe(3)
})

test('a service in the network of another has its ports and networks; the other one, which only holds them, is left out', () => {
  expect(stack.services).not.toHaveProperty('edge')
  expect(stack.services['nginx']).toMatchObject({ networks: { app: null } })
  expect(stack.services['nginx']).not.toHaveProperty('network_mode')
})

test('a configuration that is written in a Compose file gets a file: a swarm takes nothing else', () => {
  expect(stack.configs['probed']).toMatchObject({ file: '/files/probed' })
  expect(written).toContain('probed: []')
})
