import type { AudienceTable, MailingDraft } from '@app/contracts/mailings'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai'
import { Send } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { paths } from '#lib/paths'
import { useRights } from '#lib/rights'
import { useContentKey } from '#lib/use-content-key'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextAreaField, TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { showToastAtom } from '#ui/toast'
import { type MailDraft, mailDraftAtom } from './mail-draft'
import { recipientsQuery, sendMailing } from './mailings.api'
import { Recipients } from './recipients'

const audienceNames: Record<AudienceTable, string> = {
  students: 'Students, or the guardians of minors',
  instructors: 'Instructors',
}

/** Shows the dialog of the mailing that is being written. */
export function WriteHost() {
  const [draft, setDraft] = useAtom(mailDraftAtom)
  return draft && <WriteDialog draft={draft} onClose={() => setDraft(null)} />
}

/** Writes to the people of some lessons, or to people of a table. */
function WriteDialog({ draft: { about, ...filled }, onClose }: { draft: MailDraft; onClose: () => void }) {
  const form = useId()
  const may = useRights()
  const showToast = useSetAtom(showToastAtom)
  const keyFor = useContentKey()
  const tables = (['students', 'instructors'] as const).filter(
    (table) => may(table, 'view') && (about.table === 'lessons' || about.table === table),
  )
  const [to, setTo] = useState<readonly AudienceTable[]>(tables)
  const [subject, setSubject] = useState(filled.subject)
  const [text, setText] = useState(filled.text)
  const recipients = useQuery(recipientsQuery(to.length > 0 ? { about, to: [...to] } : undefined))
  const count = recipients.data?.recipients.length ?? 0
  const save = useSingleMutation({
    mutationKey: ['mailing'],
    mutationFn: (body: MailingDraft) => sendMailing(body, keyFor(body)),
    onSuccess({ total }) {
      showToast({
        text: `Writing to ${counted(total, 'person', 'people')}`,
        link: { label: 'Show in Recent work', href: paths.work },
      })
      if (recipients.data?.withoutAddress.length === 0) onClose()
    },
  })
  const isSent = save.isSuccess
  const canSend = to.length > 0 && count > 0 && !save.isPending
  function submit(event: FormEvent) {
    event.preventDefault()
    if (canSend && !isSent) save.mutate({ about, to: [...to], subject, text })
  }
  const toggle = (table: AudienceTable, isOn: boolean) =>
    setTo(tables.filter((each) => (each === table ? isOn : to.includes(each))))

  return (
    <Dialog
      title={isSent ? 'Sent. Some people must be called' : 'Write to participants'}
      busy={save.isPending}
      onClose={onClose}
      footer={
        isSent ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button variant="outline" disabled={save.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={form} disabled={!canSend}>
              <Send className="size-4" />
              {save.isPending ? 'Sending...' : count > 0 ? `Write to ${counted(count, 'person', 'people')}` : 'Write'}
            </Button>
          </>
        )
      }
    >
      <form id={form} onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {!isSent && (
          <>
            {tables.length > 1 && (
              <fieldset className="grid gap-1">
                <legend className="mb-1 font-semibold">To</legend>
                {tables.map((table) => (
                  <label key={table} className="flex min-h-9 w-fit items-center gap-2.5">
                    <input
                      type="checkbox"
                      checked={to.includes(table)}
                      onChange={({ target }) => toggle(table, target.checked)}
                      className="size-5 accent-primary"
                    />
                    {audienceNames[table]}
                  </label>
                ))}
              </fieldset>
            )}
            <TextField
              id={`${form}-subject`}
              label="Email subject"
              required
              maxLength={150}
              value={subject}
              onChange={({ target }) => setSubject(target.value)}
            />
            <TextAreaField
              id={`${form}-text`}
              label="Email"
              data-first
              required
              maxLength={5_000}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <p className="text-muted text-sm">
              {
                '{name} and {first_name} are filled in for each person, and facts of the website such as {phone} or {price:birthday}. Each person gets a separate email.'
              }
            </p>
          </>
        )}
        {to.length > 0 && <Recipients of={recipients} />}
        {save.error && (
          <Notice tone="bad">
            <p>{failureText(save.error, 'Failed to send the emails')} Your text is still here.</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
