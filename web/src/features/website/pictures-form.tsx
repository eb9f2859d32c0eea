import { colorTitles, pictureTitles, schemeTitles } from '@app/contracts/website/changes'
import {
  type ColorFault,
  type ColorScheme,
  type ColorToken,
  colorFaults,
  colorSchemes,
  colorTokens,
  shippedColors,
  type WebsiteColors,
} from '@app/contracts/website/colors'
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
import { Button, SmallButton } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { TextField } from '#ui/field'
import { ContentField, Group, MoveUpButton, RemoveButton, useContentValue } from './content-field'
import { PictureChooser, PictureFraming } from './picture-chooser'
import { RemovePicture } from './remove-picture'
import { contentAtom, contentErrorsAtom, fieldId, touchedAtom } from './website.atoms'

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

/** A picture as it is when it has just been uploaded. */
const newPicture = ({ id, width, height }: UploadedPicture): WebsitePicture => ({
  id,
  width,
  height,
  alt: '',
  decorative: false,
  focus: { x: 0.5, y: 0.5 },
  crop: 'none',
})

type Props = {
  /** Of the picture in the content. */
  path: string
  label: string
  picture: WebsitePicture
  isFilling?: boolean
  onChange: (picture: WebsitePicture) => void
  onRemove: () => void
  /** In a list: not for the first. */
  onMoveUp?: (() => void) | undefined
}

/** One picture: what it shows, which part of it, and whether it goes. */
function PictureField({ path, label, picture, isFilling, onChange, onRemove, onMoveUp }: Props) {
  const errors = useAtomValue(contentErrorsAtom)
  const touched = useAtomValue(touchedAtom)
  const id = fieldId(`${path}.alt`)
  const { alt, decorative } = picture
  const change = (changed: Partial<WebsitePicture>) => onChange({ ...picture, ...changed })
  const error =
    errors[path] ??
    errors[`${path}.alt`] ??
    (alt.trim() === '' && !decorative && touched.has(id) ? 'Describe the photo, or mark it as decoration' : undefined)
  return (
    <div className="grid gap-4">
      <PictureFraming picture={picture} label={label} isFilling={isFilling} onChange={change} />
      <TextField
        id={id}
        label="Description for people who cannot see it"
        value={alt}
        disabled={decorative}
        {...(error && !decorative && { error })}
        onValue={(value) => change({ alt: value })}
      />
      <CheckField checked={decorative} isSmall onCheck={() => change({ decorative: !decorative })}>
        Decoration only: screen readers pass over it
      </CheckField>
      <PictureChooser
        label={label}
        choose="Replace"
        onUploaded={(uploaded) => onChange({ ...newPicture(uploaded), crop: picture.crop })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {onMoveUp && <MoveUpButton name={label} onClick={onMoveUp} />}
        <RemoveButton name={label} onClick={onRemove} />
        <RemovePicture id={picture.id} label={label} />
      </div>
    </div>
  )
}

/** Five colors, each for light and dark mode. Those that are hard to read are named, with the nearest readable color. */
function ColorFields() {
  const [colors, setColors] = useContentValue<WebsiteColors | null>('colors')
  const shown = colors ?? shippedColors
  const faults = colorFaults(colors)
  const set = (token: ColorToken, scheme: ColorScheme, color: string) =>
    setColors({ ...shown, [token]: { ...shown[token], [scheme]: color } })
  return (
    <Group title="Colors">
      <p className="text-muted">The drawings keep their own colors, and so does the dashboard.</p>
      {colorTokens.map((token) => (
        <fieldset key={token} className="grid gap-2">
          <legend className="font-semibold">{colorTitles[token]}</legend>
          <div className="grid grid-cols-2 gap-3">
            {colorSchemes.map((scheme) => (
              <label key={scheme} className="flex min-h-11 items-center gap-2.5">
                <input
                  type="color"
                  value={shown[token][scheme]}
                  aria-label={`${colorTitles[token]} ${schemeTitles[scheme]}`}
                  onChange={({ target }) => set(token, scheme, target.value.toLowerCase())}
                  className="h-11 w-14 shrink-0 rounded-control border-2 border-edge bg-card p-1"
                />
                <span aria-hidden="true">
                  {schemeTitles[scheme]}
                  <span className="block text-muted text-sm">{shown[token][scheme]}</span>
                </span>
              </label>
            ))}
          </div>
          {faults
            .filter((fault) => fault.token === token)
            .map((fault) => (
              <Fault key={fault.scheme} fault={fault} onUse={(color) => set(token, fault.scheme, color)} />
            ))}
        </fieldset>
      ))}
      {colors && (
        <Button variant="quiet" size="small" className="justify-self-end" onClick={() => setColors(null)}>
          Use the shipped colors
        </Button>
      )}
    </Group>
  )
}

type FaultProps = { fault: ColorFault; onUse: (color: string) => void }

function Fault({ fault: { token, scheme, what, ratio, needed, offer }, onUse }: FaultProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-bad text-sm">
      <p>
        {`${schemeTitles[scheme]}: ${what} has a contrast of ${ratio}:1, and needs ${needed}:1.`}
        {!offer && ' Change the background first.'}
      </p>
      {offer && (
        <SmallButton
          aria-label={`Use ${offer} for ${colorTitles[token]} ${schemeTitles[scheme]}`}
          onClick={() => onUse(offer)}
        >
          <span style={{ backgroundColor: offer }} className="size-5 rounded-full border border-edge" />
          Use {offer}
        </SmallButton>
      )}
    </div>
  )
}
