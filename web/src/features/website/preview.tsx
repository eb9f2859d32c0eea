import { callAddress } from '@app/contracts/call-request'
import { websiteRight } from '@app/contracts/policy'
import { previewSite } from '@app/contracts/website/calls'
import { type PageTexts, pageTexts } from '@app/contracts/website/page-texts'
import { pictureUrl } from '@app/contracts/website/picture-address'
import { shareWidth } from '@app/contracts/website/pictures'
import { schoolDay } from '@app/school-time/school-day'
import { useAtomValue } from 'jotai'
import { Monitor, Moon, Search, Smartphone, Sun } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useMayEdit } from '#lib/rights'
import { readStored, store } from '#lib/stored'
import { factsText } from '#lib/words'
import { useClickToEdit } from './click-to-edit'
import { contentAtom, draftAtom } from './website.atoms'

const shareImage = ({ pictures: { hero } }: PageTexts) =>
  hero && hero.width >= shareWidth ? pictureUrl(hero.id, shareWidth, 'jpg') : '/share.png'

/** The draft as a search engine and a link in a chat show it. */
function FoundPreview() {
  const { cards, prices } = useAtomValue(draftAtom)!
  const page = pageTexts(useAtomValue(contentAtom)!, { cards, prices }, schoolDay(), location.origin)
  const { title, description, image } = page.search
  return (
    <div className="grid gap-6">
      <section aria-label="Search result" className="grid gap-1 rounded-xl border border-line bg-card p-4">
        <p className="text-muted text-sm">{factsText([page.name, location.host])}</p>
        <p className="line-clamp-1 text-forest text-xl">{title}</p>
        <p className="line-clamp-2 text-muted">{description}</p>
      </section>
      <section aria-label="Link preview" className="grid overflow-hidden rounded-xl border border-line bg-card">
        <img
          src={shareImage(page)}
          alt={page.pictures.hero?.alt || image}
          className="aspect-[1.91] w-full object-cover"
        />
        <div className="grid gap-1 p-4">
          <p className="text-muted text-sm">{location.host}</p>
          <p className="line-clamp-2 font-semibold">{title}</p>
          <p className="line-clamp-2 text-muted text-sm">{description}</p>
        </div>
      </section>
      <p className="text-muted text-sm">
        Search engines and chats decide themselves how much of it they show. These texts are under Texts, Search engines
        and link previews.
      </p>
    </div>
  )
}

const widths = { phone: 390, desktop: 1280 } as const
type Device = keyof typeof widths
type Scheme = 'light' | 'dark'
const shownHeight = 720

const deviceKey = 'website.preview'
const deviceSchema = v.picklist(['phone', 'desktop'])

const iconButton =
  'grid size-11 place-items-center rounded-full border-2 border-transparent text-muted hover:bg-sunken aria-pressed:border-forest aria-pressed:text-ink'

type ChoiceProps = { label: string; isChosen: boolean; onChoose: () => void; children: ReactNode }
const Choice = ({ label, isChosen, onChoose, children }: ChoiceProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={isChosen}
    onClick={onChoose}
    className={iconButton}
  >
    {children}
  </button>
)

/** The saved draft as visitors without JavaScript would see it. */
export function Preview() {
  const { tag } = useAtomValue(draftAtom)!
  const [device, setDevice] = useState<Device>(() => readStored(deviceKey, deviceSchema) ?? 'phone')
  const chooseDevice = (chosen: Device) => {
    setDevice(chosen)
    store(deviceKey, chosen)
  }
  const [scheme, setScheme] = useState<Scheme>('light')
  const [isFound, setFound] = useState(false)
  const mayEdit = useMayEdit(websiteRight)
  return (
    <section aria-label="Preview" className="grid content-start gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="mr-auto text-xl">Preview</h3>
        <div className="flex">
          <Choice label="In a search and as a link" isChosen={isFound} onChoose={() => setFound(!isFound)}>
            <Search className="size-5" />
          </Choice>
        </div>
        <div className="flex">
          <Choice label="Phone" isChosen={device === 'phone'} onChoose={() => chooseDevice('phone')}>
            <Smartphone className="size-5" />
          </Choice>
          <Choice label="Desktop" isChosen={device === 'desktop'} onChoose={() => chooseDevice('desktop')}>
            <Monitor className="size-5" />
          </Choice>
        </div>
        <div className="flex">
          <Choice label="Light" isChosen={scheme === 'light'} onChoose={() => setScheme('light')}>
            <Sun className="size-5" />
          </Choice>
          <Choice label="Dark" isChosen={scheme === 'dark'} onChoose={() => setScheme('dark')}>
            <Moon className="size-5" />
          </Choice>
        </div>
      </div>
      {isFound ? (
        <FoundPreview />
      ) : (
        <>
          {mayEdit && <p className="text-muted text-sm">Click a part of the page to edit it.</p>}
          <Frame
            width={widths[device]}
            address={callAddress(previewSite, { query: { scheme, tag } })}
            followsClicks={mayEdit}
          />
        </>
      )}
    </section>
  )
}

/** The page in the width of its device, scaled to the room there is; it stays where it was scrolled to. */
type FrameProps = { width: number; address: string; followsClicks: boolean }

function Frame({ width, address, followsClicks }: FrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [scale, setScale] = useState(1)
  const top = useRef(0)
  const followClicks = useClickToEdit()

  useLayoutEffect(() => {
    const fit = () => setScale(Math.min(1, (box.current?.clientWidth ?? width) / width))
    const watching = new ResizeObserver(fit)
    if (box.current) watching.observe(box.current)
    fit()
    return () => watching.disconnect()
  }, [width])

  // Before the address changes, the page that is left tells where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each address.
  useLayoutEffect(
    () => () => {
      top.current = frame.current?.contentWindow?.scrollY ?? 0
    },
    [address],
  )

  return (
    <div
      ref={box}
      style={{ height: shownHeight }}
      className="overflow-hidden rounded-xl border-2 border-line bg-sunken"
    >
      <iframe
        ref={frame}
        title="Draft of the website"
        src={address}
        sandbox="allow-same-origin"
        onLoad={({ currentTarget: { contentWindow, contentDocument } }) => {
          contentWindow?.scrollTo(0, top.current)
          if (contentDocument && followsClicks) followClicks(contentDocument)
        }}
        style={{ width, height: shownHeight / scale, transform: `scale(${scale})` }}
        className="mx-auto block origin-top-left border-0 bg-paper"
      />
    </div>
  )
}
