import { AppError } from '@app/contracts/errors'
import { sectionTitles, titleOfPath, usesOf, type WebsiteChange } from '@app/contracts/website/changes'
import { colorFaults } from '@app/contracts/website/colors'
import type { WebsiteContent } from '@app/contracts/website/content'
import { type Contradiction, contradictionsIn, leftBehind } from '@app/contracts/website/contradictions'
import type { WebsiteFacts } from '@app/contracts/website/facts'
import type { WebsiteLogo } from '@app/contracts/website/logo'
import { type MailText, mailUsesOf, titleOfMail } from '@app/contracts/website/mail-uses'
import { undescribedIn, type WebsitePicture } from '@app/contracts/website/pictures'
import { timeText } from '@app/contracts/website/placeholders'
import { type Season, seasonText, withoutPastSeasons } from '@app/contracts/website/school-facts'
import type { WebsiteSections } from '@app/contracts/website/sections'
import type { WebsiteVersion } from '@app/contracts/website/versions'
import { schoolDay } from '@app/school-time/school-day'
import { plainText } from '@app/table-schema'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import { listPath } from '#lib/list-address'
import { afterGap, instantsOf, zoneName } from '#lib/local-time'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/queries'
import { dateText, shortDay } from '#lib/school-time'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { ExternalLink } from '#ui/external-link'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import {
  changesAtom,
  contentAtom,
  draftAtom,
  publishWebsiteAtom,
  scheduleWebsiteAtom,
  withValue,
} from './website.atoms'

/** Publishes what the dialog lists at a later time, on the school's clock. */
function PublishLater({ onScheduled }: { onScheduled: () => void }) {
  const [time, setTime] = useState('')
  const schedule = useSetAtom(scheduleWebsiteAtom)
  const at = time && (instantsOf(time)[0] ?? afterGap(time))
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['scheduleSite'],
    mutationFn: schedule,
    onSuccess: onScheduled,
  })
  const wrong = error instanceof AppError ? error.fields?.at : undefined
  const message = wrong ?? (error && failureText(error, 'The publication could not be scheduled.'))
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Publish later</legend>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          id="website-publish-at"
          label={`Day and time${at ? `, ${zoneName(at)}` : ''}`}
          type="datetime-local"
          value={time}
          {...(message && { error: message })}
          onValue={setTime}
        />
        <Button variant="outline" disabled={!at || isPending} onClick={() => at && mutate(at)}>
          Schedule
        </Button>
      </div>
    </fieldset>
  )
}

type Props = { onClose: () => void; onPublished: (version: WebsiteVersion) => void; onScheduled: () => void }

/** Lists what changes and what contradicts it, and publishes it. */
export function PublishDialog({ onClose, onPublished, onScheduled }: Props) {
  const changes = useAtomValue(changesAtom)
  const publish = useSetAtom(publishWebsiteAtom)
  const content = useAtomValue(contentAtom)!
  const undescribed = undescribedIn(content)
  const faults = colorFaults(content.colors)
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['publishSite'],
    mutationFn: publish,
    onSuccess: onPublished,
  })
  return (
    <Dialog
      title={`Publish ${counted(changes.length, 'change')}`}
      onClose={onClose}
      busy={isPending}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isPending}>
            Back
          </Button>
          <Button
            data-first
            onClick={() => mutate()}
            disabled={isPending || undescribed.length > 0 || faults.length > 0}
          >
            {isPending ? 'Publishing...' : 'Publish now'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error && <Notice tone="bad">{failureText(error, 'The website could not be published.')}</Notice>}
        <Undescribed paths={undescribed} />
        {faults.length > 0 && (
          <Notice tone="bad" title="These colors cannot be read by everyone">
            <p>Choose others under Look, Colors. The nearest ones that can be read are offered there.</p>
          </Notice>
        )}
        <Contradictions />
        <ul aria-label="Changes" className="grid gap-3">
          {changes.map((change) => (
            <Change key={change.path} change={change} />
          ))}
        </ul>
        <p className="text-muted text-sm">Visitors see it within five seconds.</p>
        <PublishLater onScheduled={onScheduled} />
      </div>
    </Dialog>
  )
}

function Undescribed({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null
  return (
    <Notice tone="bad" title="Describe these photos, or mark them as decoration">
      <ul className="list-disc pl-5">
        {paths.map((path) => (
          <li key={path}>{titleOfPath(path)}</li>
        ))}
      </ul>
    </Notice>
  )
}

export const ChangedValue = ({ path, before, after }: WebsiteChange) => (
  <>
    <p className="font-semibold">{titleOfPath(path)}</p>
    <p className="text-muted [overflow-wrap:anywhere]">
      <span className="sr-only">Before: </span>
      <del>{valueText(before, path)}</del>
    </p>
    <p className="whitespace-pre-line [overflow-wrap:anywhere]">
      <span className="sr-only">After: </span>
      <ins className="no-underline">{valueText(after, path)}</ins>
    </p>
  </>
)

const maxTitles = 12
/** Titles of texts, the first of them where there are many. */
const listed = (titles: readonly string[]) =>
  [...titles.slice(0, maxTitles), ...(titles.length > maxTitles ? [`and ${titles.length - maxTitles} more`] : [])].join(
    '; ',
  )

function Change({ change }: { change: WebsiteChange }) {
  const { mailTexts = [] } = useAtomValue(draftAtom)!
  const content = useAtomValue(contentAtom)!
  const before = withValue(content, change.path, change.before)
  const uses = change.path.startsWith('facts.')
    ? [...usesOf(before, content).map(titleOfPath), ...mailUsesOf(before, content, mailTexts).map(titleOfMail)]
    : []
  return (
    <li className="border-gold border-l-4 pl-3">
      <ChangedValue {...change} />
      {uses.length > 0 && (
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          Also changes {counted(uses.length, 'text')}: {listed(uses)}
        </p>
      )}
    </li>
  )
}

const keyOf = ({ where, found, mail }: Contradiction) =>
  JSON.stringify([mail?.kind === 'replyTemplate' ? mail.id : where, found])
/** Each once: a text may say the same twice, and a former phone number is another one, too. */
const distinct = (all: readonly Contradiction[]) => [...new Map(all.map((one) => [keyOf(one), one])).values()]

function Contradictions() {
  const { live, cards, prices, mailTexts } = useAtomValue(draftAtom)!
  const content = useAtomValue(contentAtom)!
  const facts = { ...content.facts, hours: withoutPastSeasons(content.facts.hours, schoolDay()) }
  const found = distinct([
    ...contradictionsIn({ ...content, facts }, cards, prices, mailTexts),
    ...leftBehind(live, content, prices, mailTexts),
  ])
  return (
    <>
      {found.length > 0 && (
        <Notice tone="warn" title="These texts disagree with your facts">
          <ul className="list-disc pl-5">
            {found.map((one) => (
              <li key={keyOf(one)} className="[overflow-wrap:anywhere]">
                {one.mail ? <MailLink mail={one.mail} /> : titleOfPath(one.where)} says “{one.found}”, the facts say “
                {one.fact}”.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {!mailTexts && (
        <Notice tone="warn" text="The texts of emails could not be loaded, so they are not compared with the facts." />
      )}
    </>
  )
}

function placeOf(mail: MailText): string {
  if (mail.kind === 'replyTemplate') return listPath({ table: 'reply_templates', record: mail.id })
  return mail.kind === 'automaticReply' ? paths.inquirySettings : paths.email
}

/** Opens where the mail is edited; the dialog stays. */
function MailLink({ mail }: { mail: MailText }) {
  return (
    <ExternalLink href={placeOf(mail)} className="text-link underline">
      {titleOfMail(mail)}
    </ExternalLink>
  )
}

type Exception = WebsiteFacts['hours']['exceptions'][number]
type Place = WebsiteFacts['places'][number]
type Section = WebsiteSections[number]
type Question = WebsiteContent['faq']['items'][number]
type Testimonial = WebsiteContent['testimonials']['items'][number]
type Item = Exception | Season | Place | Section | Question | Testimonial | WebsitePicture | WebsiteLogo

const exceptionText = ({ date, opens, closes, note }: Exception) =>
  `${shortDay(date)}: ${opens ? `${timeText(opens)} to ${timeText(closes)}` : 'closed'}${note ? ` (${note})` : ''}`

const placeText = ({ town, place, map, directions }: Place) =>
  [`${town}, ${place}`, map, directions].filter(Boolean).join(', ')

const pictureText = ({ alt, decorative }: WebsitePicture) =>
  `photo: ${decorative ? 'decoration' : alt || 'no description'}`

function itemText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const item = value as Item
  if ('tone' in item) return `logo: ${item.alt}`
  if ('crop' in item) return pictureText(item)
  if ('date' in item) return exceptionText(item)
  if ('through' in item) return seasonText(item, dateText)
  if ('hidden' in item) return `${sectionTitles[item.name]}${item.hidden ? ' (hidden)' : ''}`
  if ('question' in item) return `${item.question} ${item.answer}`
  if ('author' in item) return `“${item.text}”, ${item.author}`
  return placeText(item)
}

/** A value of the content in words, for a list of changes. */
function valueText(value: unknown, path: string): string {
  if (path === 'colors') return value ? 'your own colors' : 'as shipped'
  if (path.startsWith('legal.') && typeof value === 'string') return plainText(value) || 'empty'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(itemText).join('; ')
  if (typeof value === 'object' && value !== null) return itemText(value)
  return value === '' || value === undefined || value === null ? 'empty' : String(value)
}
