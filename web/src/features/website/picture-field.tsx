import type { UploadedPicture, WebsitePicture } from '@app/contracts/website/pictures'
import { useAtomValue } from 'jotai'
import { CheckField } from '#ui/check-field'
import { TextField } from '#ui/field'
import { MoveUpButton, RemoveButton } from './entry-buttons'
import { PictureChooser } from './picture-chooser'
import { PictureFraming } from './picture-framing'
import { RemovePicture } from './remove-picture'
import { contentErrorsAtom, fieldId, touchedAtom } from './website.atoms'

/** A picture as it is when it has just been uploaded. */
export const newPicture = ({ id, width, height }: UploadedPicture): WebsitePicture => ({
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
export function PictureField({ path, label, picture, isFilling, onChange, onRemove, onMoveUp }: Props) {
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
