import { uploadSitePicture } from '@app/contracts/website/picture-calls'
import { maxPictureBytes, type UploadedPicture } from '@app/contracts/website/pictures'
import { Camera, Upload } from 'lucide-react'
import { type ChangeEvent, type ClipboardEvent, type DragEvent, type ReactNode, useId, useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { formOf } from '#lib/files'
import { useSingleMutation } from '#lib/queries'
import { Spinner } from '#ui/icon'
import { useMedia } from '#ui/use-media'

const tooLarge = `The picture is larger than ${maxPictureBytes / 1024 ** 2} MB.`
/** A large photo on a slow connection, and the time in which its sizes are made. */
const uploadTimeoutMs = 180_000

const acceptedPictures = 'image/jpeg,image/png,image/webp'

/** Uploads one picture. `failure` says why one was not accepted. */
function usePictureUpload(kind: 'photo' | 'logo', onUploaded: (picture: UploadedPicture) => void) {
  const [refusal, setRefusal] = useState<string>()
  const { mutate, reset, isPending, error } = useSingleMutation({
    mutationKey: ['uploadSitePicture'],
    mutationFn: (file: File) =>
      callApi(uploadSitePicture, { query: { kind }, body: formOf(file), within: uploadTimeoutMs }),
    onSuccess: onUploaded,
  })
  function upload(file: File | undefined) {
    if (!file || isPending) return
    reset()
    setRefusal(file.size > maxPictureBytes ? tooLarge : undefined)
    if (file.size <= maxPictureBytes) mutate(file)
  }
  const failure = refusal ?? (error ? failureText(error, 'The photo could not be uploaded.') : undefined)
  return { upload, isUploading: isPending, failure }
}

/** The first file of a drop or of the clipboard. */
const fileOf = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? data?.files[0]

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
