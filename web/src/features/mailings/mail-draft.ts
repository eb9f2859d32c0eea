import type { MailingAudience } from '@app/contracts/mailings'
import { atom } from 'jotai'
import type { Rights } from '#lib/rights'

/** A mailing that is about to be written: what it is about, and what is filled in. */
export type MailDraft = { about: MailingAudience['about']; subject: string; text: string; onSent?: () => void }

/** The mailing whose dialog is open. */
export const mailDraftAtom = atom<MailDraft | null>(null)

/** Whoever changes lessons and may see people writes to them. */
export const mayWrite = (may: Rights) =>
  may('lessons', 'edit') && (may('students', 'view') || may('instructors', 'view'))
