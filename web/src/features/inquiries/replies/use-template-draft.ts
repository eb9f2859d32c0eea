import type { ReplyDraft, ReplyDrafts } from '@app/contracts/replies'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { draftsQuery } from '../inquiries.queries'

type Template = ReplyDrafts[number]
type Values = ReplyDraft & { template: string }

const blank: Values = { template: '', subject: '', text: '' }
const valuesOf = (template: Template | undefined): Values =>
  template ? { template: template.id, subject: template.subject, text: template.text } : blank

/**
 * A reply that starts from a template. Until it is edited or another template is chosen it shows the best match, and it
 * follows changes of the template.
 */
export function useTemplateDraft(id: string) {
  const templates = useQuery(draftsQuery(id))
  /** The chosen template; `undefined` for the best match. */
  const [chosen, setChosen] = useState<string>()
  const [edited, setEdited] = useState<Values>()
  const [replaced, setReplaced] = useState<Values>()

  const { data } = templates
  const template = chosen === undefined ? data?.[0] : data?.find((each) => each.id === chosen)
  const original = valuesOf(template)
  const values = edited ?? original
  const isEdited = values.subject !== original.subject || values.text !== original.text

  return {
    templates,
    values,
    /** Placeholders of the chosen template that have no value. */
    missing: edited ? [] : (template?.missing ?? []),
    isEdited,
    canRestore: replaced !== undefined,
    choose(next: string) {
      if (isEdited) setReplaced(values)
      setChosen(next)
      setEdited(undefined)
    },
    edit: setEdited,
    restore() {
      setEdited(replaced)
      setReplaced(undefined)
    },
  }
}
