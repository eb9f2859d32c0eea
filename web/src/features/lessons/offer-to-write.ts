import { maxNamedRecords } from '@app/contracts/mailings'
import { mailDraftAtom, mayWrite } from '#features/mailings/mail-draft'
import type { Rights } from '#lib/rights'
import type { FollowUp, RecordChange } from '#lib/table-extension'
import { mailAfterChange } from './lesson-message'
import {
  forgetUntoldAtom,
  forgetUntoldBulkAtom,
  noteUntoldAtom,
  noteUntoldBulkAtom,
  type UntoldBulk,
} from './untold.atoms'

/** Offers to tell the people of lessons what has changed. The offer stays: in the record of one lesson, above the list for many. */
export function offerToWrite({ schema, ids, changes, before }: RecordChange, may: Rights): FollowUp | undefined {
  const mail = mailAfterChange(schema, changes, before)
  if (!mail || !mayWrite(may) || ids.length === 0 || ids.length > maxNamedRecords) return undefined
  const draft = { about: { table: 'lessons' as const, ids: [...ids] }, ...mail }
  let kept: UntoldBulk | undefined
  return {
    label: 'Write to participants',
    run(store) {
      const onSent = () => (kept ? store.set(forgetUntoldBulkAtom, kept) : store.set(forgetUntoldAtom, ids))
      store.set(mailDraftAtom, { ...draft, onSent })
    },
    keep(store) {
      if (before) store.set(noteUntoldAtom, before, Object.keys(changes))
      else kept = store.set(noteUntoldBulkAtom, ids, changes)
    },
  }
}
