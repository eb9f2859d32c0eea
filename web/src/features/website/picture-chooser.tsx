import type { UploadedPicture } from '@app/contracts/website/pictures'
import { Camera, Upload } from 'lucide-react'
import { type ChangeEvent, type ClipboardEvent, type DragEvent, type ReactNode, useId, useState } from 'react'
import { Spinner } from '#ui/spinner'
import { useMedia } from '#ui/use-media'
import { acceptedPictures, fileOf, usePictureUpload } from './use-picture-upload'

type Props = {
  /** The name of the picture: `Photo at the top`. */
  label: string
  /** Of the button: `Choose a photo`. */
  choose: string
  advice?: string
  kind?: 'photo' | 'logo'
  onUploaded: (picture: UploadedPicture) => void
}

const control =
  'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border-2 border-edge bg-card px-4 font-display font-semibold text-sm has-focus-visible:outline-3 has-focus-visible:outline-focus hover:border-forest has-disabled:cursor-not-allowed has-disabled:opacity-60'

/** Takes a picture that is chosen, dropped, pasted or taken by the camera of the phone, and uploads it. */
export function PictureChooser({ label, choose, advice, kind = 'photo', onUploaded }: Props) {
  const { upload, isUploading, failure } = usePictureUpload(kind, onUploaded)
  const [isOver, setOver] = useState(false)
  const hasCamera = useMedia('(pointer: coarse)') && kind === 'photo'
  const adviceId = useId()

  function onChoose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    upload(file)
  }
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    upload(fileOf(event.dataTransfer))
  }
  function onPaste(event: ClipboardEvent) {
    const file = fileOf(event.clipboardData)
    if (!file) return
    event.preventDefault()
    upload(file)
  }
  const input = { disabled: isUploading, describedBy: adviceId, onChoose }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a further way to what the buttons inside do.
    <div
      data-over={isOver}
      aria-busy={isUploading}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
      className="grid gap-2 rounded-xl border-2 border-edge border-dashed p-3 data-[over=true]:border-forest data-[over=true]:bg-sunken"
    >
      <div className="flex flex-wrap gap-2">
        <Choose {...input} label={`${choose}: ${label}`}>
          {isUploading ? <Spinner className="size-4" /> : <Upload className="size-4" />}
          {isUploading ? 'Uploading...' : choose}
        </Choose>
        {hasCamera && !isUploading && (
          <Choose {...input} label={`Take a photo: ${label}`} capture="environment">
            <Camera className="size-4" />
            Take a photo
          </Choose>
        )}
      </div>
      <p id={adviceId} className="text-muted text-sm">
        {advice ?? 'JPEG, PNG or WebP, up to 15 MB. You can also drop it here, or paste it.'}
      </p>
      {failure && (
        <p role="alert" className="text-bad text-sm">
          {failure}
        </p>
      )}
    </div>
  )
}

type ChooseProps = {
  label: string
  disabled: boolean
  describedBy: string
  capture?: 'environment'
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void
  children: ReactNode
}

const Choose = ({ label, disabled, describedBy, capture, onChoose, children }: ChooseProps) => (
  <label className={control}>
    {children}
    <input
      type="file"
      accept={acceptedPictures}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={onChoose}
      className="sr-only"
      {...(capture && { capture })}
    />
  </label>
)
