import { maxDaysAhead } from '@app/contracts/replies'
import { Send } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { MailAllowanceNote, SuppressedNote } from '#lib/mail-notes'
import { paths } from '#lib/paths'
import { Button, SmallButton } from '#ui/button'
import { DiscardDialog } from '#ui/dialog'
import { ExternalLink } from '#ui/external-link'
import { option } from '#ui/field'
import { Failure } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { wantedCopies } from '../inbox/messages'
import { LessonOffer, withLessons } from './lesson-offer'
import { AttachButton, CcField, DraftField, focusDraftField, ReplyFileList, textId } from './reply-fields'
import { Signature } from './signature'
import { TimeMenu } from './time-menu'
import { type Answering, type AnswerState, useAnswer } from './use-answer'
import { type ShortcutState, useShortcut } from './use-shortcut'

type ChooserProps = { state: Pick<AnswerState, 'templates' | 'values' | 'choose'> }

/** The matching reply templates, best first. A reply can also be written without them. */
function TemplateChooser({ state: { templates, values, choose } }: ChooserProps) {
  const { data, error, refetch, isFetching } = templates
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor="reply-template" className="font-semibold">
          Template
        </label>
        <ExternalLink href={`${paths.admin}?table=reply_templates`} className="text-link text-sm">
          Edit templates
        </ExternalLink>
      </div>
      <select
        id="reply-template"
        value={values.template}
        onChange={({ target }) => choose(target.value)}
        className="control w-full min-w-0"
      >
        <option value="">{data || error ? 'No template' : 'Loading the templates...'}</option>
        {data?.map(({ id, title }) => option(id, title))}
      </select>
      <Failure error={error} fallback="Failed to load the templates">
        <SmallButton disabled={isFetching} onClick={() => refetch()}>
          Try again
        </SmallButton>
      </Failure>
    </div>
  )
}

/** The room that toasts cover at the window's bottom at most, in pixels. */
const toastRoom = 160

/** Keeps toasts above a bar of buttons while it is where they would be. */
function useClearOfToasts(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    function place() {
      const box = bar.current?.getBoundingClientRect()
      const isInTheWay = box && box.top < window.innerHeight && box.bottom > window.innerHeight - toastRoom
      root.style.setProperty('--toast-bottom', isInTheWay ? `${Math.round(window.innerHeight - box.top)}px` : '0px')
    }
    const sizes = new ResizeObserver(place)
    if (bar.current) sizes.observe(bar.current)
    place()
    window.addEventListener('resize', place)
    // The pane of a conversation scrolls as well as the page.
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', place)
      document.removeEventListener('scroll', place, { capture: true })
      root.style.removeProperty('--toast-bottom')
    }
  }, [bar])
}

/** The templates that a shortcut means. Tab or Enter takes the first. */
const ShortcutList = ({ state: { offered, insert } }: { state: ShortcutState }) => (
  <div role="status">
    {offered.length > 0 && (
      <ul aria-label="Templates by shortcut" className="flex flex-wrap gap-1.5">
        {offered.map((template, n) => (
          <li key={template.id}>
            <Button
              size="small"
              variant={n === 0 ? undefined : 'outline'}
              onClick={() => {
                const field = document.getElementById(textId)
                if (field instanceof HTMLTextAreaElement) insert(template, field)
              }}
            >
              {template.shortcut ? `;${template.shortcut} ${template.title}` : template.title}
            </Button>
          </li>
        ))}
      </ul>
    )}
  </div>
)

type Props = Answering & {
  /** Closes the box. What is typed stays the draft. */
  onClose?: () => void
}

const isText = (target: EventTarget): target is HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement && target.id === textId

/** Writes an answer below the conversation, in the inbox and in the record. Ctrl+Enter sends it; what is typed is kept on the server. */
export function AnswerBox(props: Props) {
  const { visitor, signature } = props.conversation
  const state = useAnswer(props)
  const shortcut = useShortcut(props.inquiry.id, state.insert)
  const { values, errors, isSending, hasNewer, isRefused } = state
  const [isAsking, setAsking] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  useClearOfToasts(bar)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    state.send()
  }
  function onInput({ target }: FormEvent) {
    if (isText(target)) shortcut.onInput(target.value, target.selectionStart)
  }
  function onKeyDown(event: KeyboardEvent) {
    const [first] = shortcut.offered
    if (first && isText(event.target) && (event.key === 'Tab' || (event.key === 'Enter' && !event.ctrlKey))) {
      event.preventDefault()
      shortcut.insert(first, event.target)
      return
    }
    if (event.key === 'Escape' && props.onClose && !isAsking && !isSending) {
      event.preventDefault()
      event.stopPropagation()
      props.onClose()
      return
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!isSending) state.send()
  }
  function showCc() {
    state.editCc('')
    focusDraftField('cc')
  }
  const wanted = wantedCopies(props.inquiry, visitor.email).filter((address) => !state.copies.includes(address))
  return (
    <form
      noValidate
      aria-label="Answer"
      onSubmit={onSubmit}
      onInput={onInput}
      onKeyDown={onKeyDown}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      {hasNewer && (
        <Notice
          tone="warn"
          title={
            state.newerBy
              ? `${state.newerBy} has answered while you were writing`
              : 'A message has come in while you were writing'
          }
        >
          <p>It is above. Read it before you answer.</p>
          <SmallButton onClick={state.acknowledge}>I have read it</SmallButton>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:items-start">
        <TemplateChooser state={state} />
        <DraftField
          field="subject"
          title="Subject"
          value={values.subject}
          error={errors.subject}
          onValue={state.edit}
        />
      </div>
      {state.missing.length > 0 && (
        <p className="text-sm text-warn">
          There is no value for {state.missing.map((name) => `{${name}}`).join(', ')}: replace it in the text.
        </p>
      )}
      {state.canRestore && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm">
          The template replaced your text.
          <SmallButton onClick={state.restore}>Restore my text</SmallButton>
        </p>
      )}
      {state.cc !== undefined && <CcField value={state.cc} error={errors.cc} onValue={state.editCc} />}
      {(values.text.trim() === '' || !state.isEdited) && (
        <LessonOffer
          interest={visitor.interest}
          onInsert={(lessons) => state.edit('text', withLessons(values.text, lessons, visitor.name))}
        />
      )}
      <DraftField field="text" title="Text" value={values.text} error={errors.text} onValue={state.edit}>
        <p className="min-w-0 text-muted text-sm [overflow-wrap:anywhere]">to {visitor.email}</p>
      </DraftField>
      <ShortcutList state={shortcut} />
      {signature && <Signature signature={signature} isSigned={state.isSigned} onChange={state.sign} />}
      <ReplyFileList state={state.files} />
      {errors.files && <p className="text-bad text-sm">{errors.files}</p>}
      {[visitor.email, ...state.copies].map((email) => (
        <SuppressedNote key={email} email={email} isNamed />
      ))}
      <MailAllowanceNote wanted={1 + state.copies.length} />
      {state.unproven.length > 0 && (
        <Notice tone="warn" title="Nothing proves whose address this is">
          <p className="[overflow-wrap:anywhere]">
            {state.unproven.join(', ')} would get the whole conversation. Anybody who has a mail of yours can write into
            it.
          </p>
          <SmallButton className="[overflow-wrap:anywhere]" disabled={isSending} onClick={state.sendToUnproven}>
            Send a copy to {state.unproven.join(', ')}
          </SmallButton>
        </Notice>
      )}
      {state.failure && (
        <Notice tone="bad" title="The reply was not sent" takesFocus={Object.keys(errors).length === 0}>
          <p>{state.failure} Your text is still here.</p>
          <SmallButton disabled={isSending} onClick={state.retry}>
            Try again
          </SmallButton>
        </Notice>
      )}
      <div
        ref={bar}
        className="sticky bottom-(--phone-bar,0px) -mx-1 flex [@media(max-height:20rem)]:static flex-wrap items-center gap-2 bg-paper px-1 py-2"
      >
        <Button
          type="submit"
          disabled={isSending || state.files.isUploading}
          title="Send (Ctrl+Enter)"
          aria-keyshortcuts="Control+Enter"
        >
          <Send className="size-4" />
          {isSending ? 'Sending...' : isRefused ? 'Send anyway' : 'Send'}
        </Button>
        <TimeMenu
          shortcut="l"
          label="Send later"
          trigger="Later"
          maxDays={maxDaysAhead}
          onTime={(until) => state.send(until.toISOString())}
        />
        <AttachButton state={state.files} />
        {state.cc === undefined && <SmallButton onClick={showCc}>Cc</SmallButton>}
        {wanted.map((address) => (
          <SmallButton
            key={address}
            className="[overflow-wrap:anywhere]"
            onClick={() => state.editCc([state.cc?.trim(), address].filter(Boolean).join(', '))}
          >
            Cc {address}
          </SmallButton>
        ))}
        {state.hasDraft && (
          <Button size="small" variant="quiet" disabled={isSending} onClick={() => setAsking(true)}>
            Discard
          </Button>
        )}
        {props.onClose && (
          <Button size="small" variant="quiet" disabled={isSending} onClick={props.onClose}>
            {state.hasDraft ? 'Keep as draft' : 'Cancel'}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm text-warn empty:hidden">
        {state.isUnsaved && 'Draft not saved. Reconnecting...'}
      </p>
      {isAsking && (
        <DiscardDialog
          question="This reply has not been sent. Do you want to discard it?"
          onDiscard={() => {
            setAsking(false)
            void state.discard()
          }}
          onKeep={() => setAsking(false)}
        />
      )}
    </form>
  )
}
