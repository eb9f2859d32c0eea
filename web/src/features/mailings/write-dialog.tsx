import type { AudienceTable, MailingDraft } from '@app/contracts/mailings'
import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { useContentKey } from '#lib/idempotency-key'
import { MailAllowanceNote } from '#lib/mail-notes'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/queries'
import { useRights } from '#lib/rights'
import { counted } from '#lib/words'
import { CheckField } from '#ui/check-field'
import { TextAreaField, TextField } from '#ui/field'
import { fieldsOf, useValues } from '#ui/form-values'
import { SavingDialog } from '#ui/saving-dialog'
import { useToast } from '#ui/toast'
import type { MailDraft } from './mail-draft'
import { Recipients, sendMailing, useRecipients } from './recipients'

const audienceNames: Record<AudienceTable, string> = {
  students: 'Students, or the guardians of minors',
  instructors: 'Instructors',
}

/** Writes to the people of some lessons, or to people of a table. */
export function WriteDialog({
  draft: { about, onSent, ...filled },
  onClose,
}: {
  draft: MailDraft
  onClose: () => void
}) {
  const form = useId()
  const may = useRights()
  const showToast = useToast()
  const keyFor = useContentKey()
  const tables = (['students', 'instructors'] as const).filter(
    (table) => may(table, 'view') && (about.table === 'lessons' || about.table === table),
  )
  const [to, setTo] = useState<readonly AudienceTable[]>(tables)
  const [{ subject, text }, change] = useValues({ subject: filled.subject, text: filled.text })
  const field = fieldsOf(form, { subject, text }, change)
  const { recipients, count } = useRecipients(to.length > 0 ? { about, to: [...to] } : undefined)
  const save = useSingleMutation({
    mutationKey: ['mailing'],
    mutationFn: (body: MailingDraft) => sendMailing(body, keyFor(body)),
    onSuccess({ total }) {
      onSent?.()
      showToast({
        text: `Writing to ${counted(total, 'person', 'people')}`,
        link: { label: 'Show in Recent work', href: paths.work },
      })
      if (recipients.data?.withoutAddress.length === 0) onClose()
    },
  })
  const isSent = save.isSuccess
  const toggle = (table: AudienceTable, isOn: boolean) =>
    setTo(tables.filter((each) => (each === table ? isOn : to.includes(each))))

  return (
    <SavingDialog
      title={isSent ? 'Sent. Some people must be called' : 'Write to participants'}
      saving={{ ...save, mutate: () => save.mutate({ about, to: [...to], subject, text }) }}
      texts={{
        submit: (
          <>
            <Send className="size-4" />
            {count > 0 ? `Write to ${counted(count, 'person', 'people')}` : 'Write'}
          </>
        ),
        busy: 'Sending...',
        failure: 'Failed to send the emails',
        ...(isSent && { cancel: 'Close' }),
      }}
      isReadOnly={isSent}
      isIncomplete={to.length === 0 || count === 0}
      failureNote="Your text is still here."
      onClose={onClose}
    >
      {!isSent && (
        <>
          {tables.length > 1 && (
            <fieldset className="grid gap-1">
              <legend className="mb-1 font-semibold">To</legend>
              {tables.map((table) => (
                <CheckField
                  key={table}
                  checked={to.includes(table)}
                  onCheck={(checked) => toggle(table, checked)}
                  className="flex min-h-9 w-fit items-center gap-2.5"
                >
                  {audienceNames[table]}
                </CheckField>
              ))}
            </fieldset>
          )}
          <TextField {...field('subject', 'Email subject')} required maxLength={150} />
          <TextAreaField {...field('text', 'Email')} data-first required maxLength={5_000} />
          <p className="text-muted text-sm">
            {
              '{name} and {first_name} are filled in for each person, and facts of the website such as {phone} or {price:birthday}. Each person gets a separate email.'
            }
          </p>
        </>
      )}
      {to.length > 0 && <Recipients of={recipients} />}
      {!isSent && count > 0 && <MailAllowanceNote wanted={count} />}
    </SavingDialog>
  )
}
