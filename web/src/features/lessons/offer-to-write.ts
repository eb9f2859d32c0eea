import { maxNamedRecords } from '@app/contracts/mailings'
import { mailDraftAtom, mayWrite } from '#features/mailings/mail-draft'
import type { Rights } from '#lib/rights'
import type { FollowUp, RecordChange } from '#lib/table-extension'
import { mailAfterChange } from './lesson-message'
import { forgetUntoldAtom, noteUntoldAtom } from './untold.atoms'

/** Offers to tell the people of lessons what has changed. In the record of one lesson the offer stays. */
export function offerToWrite({ schema, ids, changes, before }: RecordChange, may: Rights): FollowUp | undefined {
  const mail = mailAfterChange(schema, changes, before)
  if (!mail || !mayWrite(may) || ids.length === 0 || ids.length > maxNamedRecords) return undefined
  const draft = { about: { table: 'lessons' as const, ids: [...ids] }, ...mail }
  return {
    label: 'Write to participants',
    run: (store) => store.set(mailDraftAtom, { ...draft, onSent: () => store.set(forgetUntoldAtom, ids) }),
    ...(before && { keep: (store) => store.set(noteUntoldAtom, before, Object.keys(changes)) }),
  }
}
