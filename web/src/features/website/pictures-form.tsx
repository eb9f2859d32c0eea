import { maxGalleryPictures, type PicturePlace, type WebsitePicture } from '@app/contracts/website/pictures'
import { pictureTitles } from '@app/contracts/website/titles'
import type { ReactNode } from 'react'
import { ColorFields } from './color-fields'
import { ContentField, useContentValue } from './content-field'
import { Group } from './group'
import { LogoFields } from './logo-fields'
import { PictureChooser } from './picture-chooser'
import { newPicture, PictureField } from './picture-field'
import { fieldId } from './website.atoms'

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
