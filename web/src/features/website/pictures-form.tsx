import { pictureTitles } from '@app/contracts/website/changes'
import type { LogoTone, WebsiteLogo } from '@app/contracts/website/logo'
import {
  maxGalleryPictures,
  type PicturePlace,
  type UploadedPicture,
  type WebsitePicture,
} from '@app/contracts/website/pictures'
import { useAtomValue } from 'jotai'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '#ui/brand-mark'
import { Button } from '#ui/button'
import { ColorFields } from './color-fields'
import { ContentField, Group, useContentValue } from './content-field'
import { PictureChooser } from './picture-chooser'
import { newPicture, PictureField } from './picture-field'
import { RemovePicture } from './remove-picture'
import { contentAtom, fieldId } from './website.atoms'

const plateText: Record<LogoTone, string> = {
  dark: 'It is dark and has transparent parts: it gets a light background in dark mode.',
  light: 'It is light and has transparent parts: it gets a dark background in light mode.',
  any: 'Readable on light and dark backgrounds.',
}
const advice =
  'PNG, WebP or JPEG, up to 15 MB, best with a transparent background and 200 pixels high or more. An SVG cannot be used: it may contain programs; save it as PNG.'

/** The logo of the school, on the grounds that it is shown on. */
function LogoFields() {
  const { facts } = useAtomValue(contentAtom)!
  const [logo, setLogo] = useContentValue<WebsiteLogo | null>('logo')
  const uploaded = ({ id, width, height, tone = 'any' }: UploadedPicture) =>
    setLogo({ id, width, height, tone, alt: logo?.alt ?? facts.name })
  return (
    <Group title="Logo" id={fieldId('logo')}>
      {logo ? (
        <>
          <div className="grid grid-cols-2 overflow-hidden rounded-xl border border-line">
            {(['scheme-light', 'scheme-dark'] as const).map((scheme) => (
              <div key={scheme} className={`${scheme} flex min-h-20 items-center bg-paper p-4`}>
                <Logo logo={logo} on="page" />
              </div>
            ))}
          </div>
          <p className="text-muted text-sm">{plateText[logo.tone]}</p>
          <ContentField path="logo.alt" label="Description for people who cannot see it" />
          <PictureChooser label="Logo" kind="logo" choose="Replace" advice={advice} onUploaded={uploaded} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="quiet" size="small" onClick={() => setLogo(null)}>
              <Trash2 className="size-4" />
              Remove the logo
            </Button>
            <RemovePicture id={logo.id} label="logo" />
          </div>
        </>
      ) : (
        <>
          <p className="text-muted">
            It takes the place of the target in the header, in the footer, at the sign-in and in the dashboard.
          </p>
          <PictureChooser label="Logo" kind="logo" choose="Choose a logo" advice={advice} onUploaded={uploaded} />
        </>
      )}
    </Group>
  )
}

/** The pictures of the page. */
export const PicturesForm = () => (
  <div className="grid gap-6">
    <LogoFields />
    <ColorFields />
    <Place place="hero">The drawing of the range is shown until there is one. A link preview shows it, too.</Place>
    <Place place="about">The drawing of a bow is shown until there is one.</Place>
    <Gallery />
  </div>
)

function Place({ place, children }: { place: PicturePlace; children: ReactNode }) {
  const path = `pictures.${place}`
  const title = pictureTitles[place]
  const [picture, setPicture] = useContentValue<WebsitePicture | null>(path)
  return (
    <Group title={title} id={fieldId(path)}>
      {picture ? (
        <PictureField
          path={path}
          label={title}
          picture={picture}
          isFilling={place === 'hero'}
          onChange={setPicture}
          onRemove={() => setPicture(null)}
        />
      ) : (
        <>
          <p className="text-muted">{children}</p>
          <PictureChooser
            label={title}
            choose="Choose a photo"
            onUploaded={(uploaded) => setPicture(newPicture(uploaded))}
          />
        </>
      )}
    </Group>
  )
}

const galleryPath = 'gallery.items'

/** Photos of a section of their own, in their order. */
function Gallery() {
  const [pictures, setPictures] = useContentValue<readonly WebsitePicture[]>(galleryPath)
  const moveUp = (at: number) => setPictures(pictures.with(at - 1, pictures[at]!).with(at, pictures[at - 1]!))
  return (
    <Group title="Gallery">
      <p className="text-muted">The section is on the page once it has a photo.</p>
      <ContentField path="gallery.title" label="Heading" />
      <ol aria-label="Photos" className="grid gap-3 empty:hidden">
        {pictures.map((picture, at) => (
          // A photo may be there twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is part of what it is known by.
          <li key={`${picture.id} ${at}`} className="rounded-xl border border-line bg-card p-3">
            <PictureField
              path={`${galleryPath}.${at}`}
              label={`photo ${at + 1} of the gallery`}
              picture={picture}
              onChange={(changed) => setPictures(pictures.with(at, changed))}
              onRemove={() => setPictures(pictures.filter((_, index) => index !== at))}
              onMoveUp={at > 0 ? () => moveUp(at) : undefined}
            />
          </li>
        ))}
      </ol>
      {pictures.length < maxGalleryPictures && (
        <PictureChooser
          label="Gallery"
          choose="Add a photo"
          onUploaded={(uploaded) => setPictures([...pictures, newPicture(uploaded)])}
        />
      )}
    </Group>
  )
}
