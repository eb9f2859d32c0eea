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
      tmpfs: ['/tmp:size=64m,mode=1777'],
      ports: [{ target: 8080, published: '80', protocol: 'tcp' }],
      ulimits: { core: {} },
      command: null,
      deploy: {
        resources: { limits: { cpus: 1 } },
        update_config: { parallelism: 1, order: 'start-first' },
        placement: {},
      },
    },
    auth: {
      image: 'auth:1',
      secrets: [{ source: 'pepper', target: '/run/secrets/pepper' }],
      deploy: { update_config: { parallelism: 1, order: 'start-first' } },
    },
  },
  networks: { app: {}, data: { internal: true } },
  volumes: { mongo: { name: 'school_mongo' } },
  secrets: { pepper: { name: 'school_pepper', file: '/secrets/pepper' } },
  configs: { start: { name: 'school_start', file: '/start.sh' } },
}
const stack = swarmStack(config, (file) => `content of ${file}`)

test('what a swarm does not know is left out, and the rest stays', () => {
  const { nginx } = stack.services
  for (const name of ['build', 'depends_on', 'security_opt', 'restart', 'tmpfs', 'command'])
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
  const [before, after] = ['a', 'b'].map((content) => swarmStack(config, () => content).secrets['pepper'])
  expect(before).toMatchObject({ name: expect.stringMatching(/^school_pepper_[0-9a-f]{12}$/), file: '/secrets/pepper' })
  expect(after!.name).not.toBe(before!.name)
})

test('networks span the nodes, and the inner one stays inside', () => {
  expect(stack.networks).toEqual({
    app: { driver: 'overlay', internal: false },
    data: { driver: 'overlay', internal: true },
  })
})
