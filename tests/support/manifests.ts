import type { Machine } from '@app/installer/machine'

type Container = { name: string; image: string; env: { name: string }[] }
type Pod = {
  containers: Container[]
  volumes: { name: string; secret?: { secretName: string } }[]
  terminationGracePeriodSeconds?: number
}
type Template = { metadata: { labels: Record<string, string> }; spec: Pod }
/** The parts of a Kubernetes resource that tests read. */
export type Manifest = {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  // Each kind has a shape of its own, and the schemas check it.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  spec: any
}

export function podOf(workload: Manifest): Pod
export function podOf(workload: Manifest, part: 'labels'): Record<string, string>
export function podOf(workload: Manifest, part?: 'labels') {
  const template: Template = workload.spec.template
  return part === 'labels' ? template.metadata.labels : template.spec
}

/** A program that renders an overlay: kubectl, kustomize, or Go to run kustomize. */
export function rendererOf(machine: Machine): { program: string; args: string[] } | undefined {
  const ways = [
    { program: 'kubectl', args: ['kustomize'] },
    { program: 'kustomize', args: ['build'] },
    { program: 'go', args: ['run', 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.0', 'build'] },
  ]
  return ways.find(({ program }) => machine.find(program))
}
