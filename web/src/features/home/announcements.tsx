import type { SiteAnnouncement } from '@app/contracts/site'
import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useSite } from '#content/shown-site'
import { announcements as words } from '#content/site'
import { useHydrated } from '#lib/use-hydrated'
import { Icon, type IconName } from '#ui/icon'
import { announcementsAtom, byUrgency } from './site-content.atoms'

export function useEscape(open: boolean, close: () => void) {
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

const styles: Record<SiteAnnouncement['kind'], { icon: IconName; box: string; label: string }> = {
  closed: { icon: 'bad', box: 'border-bad-line bg-bad-soft', label: 'text-bad' },
  special: { icon: 'star', box: 'border-warn-line bg-warn-soft', label: 'text-warn' },
  info: { icon: 'info', box: 'border-good-line bg-good-soft', label: 'text-good' },
}
const iconButton = 'grid size-10 shrink-0 place-items-center rounded-lg hover:bg-ink/8'

/** A dismissed announcement returns when its text changes. */
const versionOf = ({ id, text }: SiteAnnouncement) => `${id} ${text}`

/**
 * Current announcements, overlaid below the header in space the hero keeps free, so nothing shifts when they appear. The
 * live region exists from the start, so that screen readers announce them. Those that the page was rendered with have all the room
 * they need (`RoomForNews` in hero.tsx).
 */
export function Announcements() {
  const published = useAtomValue(announcementsAtom)
  const rendered = byUrgency(useSite().announcements)
  const all = useHydrated() ? published : rendered
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const [open, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const shown = all.filter((each) => !dismissed.includes(versionOf(each)))
  const [first] = shown
  const clipped = useClipped(list, shown.map(versionOf).join('\n'))
  useEscape(open, () => setOpen(false))

  function dismiss() {
    setDismissed(all.map(versionOf))
    setOpen(false)
    // Keyboard users continue at the top of the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <div className="page-width pointer-events-none absolute inset-x-0 top-full">
      <div
        data-news={first ? '' : undefined}
        className={first && `news pointer-events-auto flex items-start rounded-xl border ${styles[first.kind].box}`}
      >
        <div role="status" aria-label={words.label} className="min-w-0 grow">
          {first && (
            <ul ref={list} id={id} data-open={open} className="news-list">
              {shown.map((each) => (
                <Announcement key={versionOf(each)} announcement={each} />
              ))}
            </ul>
          )}
        </div>
        {first && (clipped || open || shown.length > 1) && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className={`noscript:hidden ${iconButton} w-auto min-w-10 grid-flow-col px-1`}
          >
            {shown.length > 1 && !open && <span aria-hidden="true">+{shown.length - 1}</span>}
            <span className="sr-only">{open ? words.less : words.all}</span>
            <Icon name="more" className={`size-5 ${open ? 'rotate-180' : ''}`} />
          </button>
        )}
        {first && (
          <button type="button" onClick={dismiss} className={`noscript:hidden ${iconButton}`}>
            <span className="sr-only">{words.dismiss}</span>
            <Icon name="close" className="size-5" />
          </button>
        )}
      </div>
    </div>
  )
}

export function Announcement({ announcement: { kind, text } }: { announcement: SiteAnnouncement }) {
  const { icon, label } = styles[kind]
  const name = words.kinds[kind]
  return (
    <li data-kind={kind} className="flex gap-2">
      <Icon name={icon} className={`mt-px size-5 shrink-0 ${label}`} />
      <p className="news-text min-w-0">
        {!text.startsWith(name) && (
          <strong className={`font-display font-semibold max-xs:sr-only ${label}`}>{name}: </strong>
        )}
        {text}
      </p>
    </li>
  )
}

/** True if the first text of a list is clipped; measured again when the texts or the window size change. */
function useClipped(list: RefObject<HTMLElement | null>, texts: string): boolean {
  const [clipped, setClipped] = useState(false)
  useLayoutEffect(() => {
    function measure() {
      const text = list.current?.querySelector('p')
      if (texts && text) setClipped(text.scrollHeight > text.clientHeight + 1)
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [list, texts])
  return clipped
}
