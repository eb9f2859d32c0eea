import type { ChangeSource, Revision } from '@app/contracts/history'
import type { BatchName } from './history.api'

const actions: Readonly<Record<Revision['action'], string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'taken out of the trash',
}

const sources: Readonly<Record<ChangeSource, string>> = {
  form: 'in the form',
  row: 'in the row',
  batch: 'with other records',
  import: 'by an import',
  undo: 'by an undo',
  restore: 'from the history',
  unlink: 'because a record it refers to was deleted',
  waiver: 'by signing the waiver',
}

/** `changed in the row`. Of a deletion the place says nothing. */
export function revisionText({ action, source }: Pick<Revision, 'action' | 'source'>): string {
  const isPlain = source === 'form' && action !== 'update' && action !== 'create'
  return isPlain ? actions[action] : `${actions[action]} ${sources[source]}`
}

/** The changes of an undo are kept under the name of the batch and a mark. */
export const batchName = (batch: string): BatchName => ({
  id: batch.replace(/-undo$/, ''),
  isUndo: batch.endsWith('-undo'),
})
