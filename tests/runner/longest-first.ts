import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, longest first: one that started last would run alone at the end. A clean checkout has no
 * durations of an earlier run, so they are named here.
 */
export const longestFiles = [
  'together/site',
  'together/records',
  'together/tables',
  'api-reference',
  'together/samples',
  'together/backups',
  'inquiry-deliver',
  'together/sign-ins',
  'database-lost',
  'together/servers',
  'inbound',
  'files-s3',
  'migrations',
].map((name) => `tests/integration/${name}.test.ts`)

/** Starts the files that take longest before the others of their project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longestFiles.indexOf(relative(this.ctx.config.root, moduleId))
      return at < 0 ? longestFiles.length : at
    }
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return others.toSorted((a, b) => groupOf(a) - groupOf(b) || rank(a) - rank(b))
  }
}
