import { pictureUrl } from '@app/contracts/website/picture-address'
import { uploadSitePicture } from '@app/contracts/website/picture-calls'
import {
  type Crop,
  crops,
  maxPictureBytes,
  type UploadedPicture,
  type WebsitePicture,
  widthsOf,
} from '@app/contracts/website/pictures'
import { Camera, Upload } from 'lucide-react'
import {
  type ClipboardEvent,
  type CSSProperties,
  type DragEvent,
  type PointerEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { failureText } from '#lib/failure-text'
import { formOf } from '#lib/files'
import { useCallMutation } from '#lib/queries'
import { SelectField } from '#ui/field'
import { FileButton } from '#ui/file-button'
import { Spinner } from '#ui/icon'
import { ErrorText } from '#ui/load-state'
import { useMedia } from '#ui/use-media'

const tooLarge = `The picture is larger than ${maxPictureBytes / 1024 ** 2} MB.`
/** A large photo on a slow connection, and the time in which its sizes are made. */
const uploadTimeoutMs = 180_000

const acceptedPictures = 'image/jpeg,image/png,image/webp'

/** Uploads one picture. `failure` says why one was not accepted. */
function usePictureUpload(kind: 'photo' | 'logo', onUploaded: (picture: UploadedPicture) => void) {
  const [refusal, setRefusal] = useState<string>()
  const { mutate, reset, isPending, error } = useCallMutation(uploadSitePicture, {
    input: (file: File) => ({ query: { kind }, body: formOf(file), within: uploadTimeoutMs }),
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

/** Takes a picture that is chosen, dropped, pasted or taken by the camera of the phone, and uploads it. */
export function PictureChooser({ label, choose, advice, kind = 'photo', onUploaded }: Props) {
  const { upload, isUploading, failure } = usePictureUpload(kind, onUploaded)
  const [isOver, setOver] = useState(false)
  const hasCamera = useMedia('(pointer: coarse)') && kind === 'photo'
  const adviceId = useId()

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
  const input = {
    accept: acceptedPictures,
    disabled: isUploading,
    'aria-describedby': adviceId,
    onFiles: ([file]: File[]) => upload(file),
    className:
      'min-h-11 gap-2 border-2 border-edge bg-card px-4 text-sm hover:border-forest has-disabled:cursor-not-allowed has-disabled:opacity-60',
  }
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
        <FileButton {...input} aria-label={`${choose}: ${label}`}>
          {isUploading ? <Spinner className="size-4" /> : <Upload className="size-4" />}
          {isUploading ? 'Uploading...' : choose}
        </FileButton>
        {hasCamera && !isUploading && (
          <FileButton {...input} aria-label={`Take a photo: ${label}`} capture="environment">
            <Camera className="size-4" />
            Take a photo
          </FileButton>
        )}
      </div>
      <p id={adviceId} className="text-muted text-sm">
        {advice ?? 'JPEG, PNG or WebP, up to 15 MB. You can also drop it here, or paste it.'}
      </p>
      {failure && <ErrorText>{failure}</ErrorText>}
    </div>
  )
}

const cropTitles: Record<Crop, string> = {
  none: 'As it is',
  wide: 'Wide (16:9)',
  photo: 'Photo (3:2)',
  square: 'Square',
  tall: 'Tall (4:5)',
}
const options = (Object.keys(crops) as Crop[]).map((value) => ({ value, label: cropTitles[value] }))

/** In steps that the page has. */
const stepOf = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 10) / 10

type PictureFramingProps = {
  picture: WebsitePicture
  label: string
  /** On a wide screen the page cuts it to the room there is, whatever its shape. */
  isFilling?: boolean | undefined
  onChange: (change: Partial<WebsitePicture>) => void
}

/**
 * Which part of a picture the page shows. The point that stays in view is set by a tap in the picture, or by the two sliders; below it is
 * what remains in the chosen shape.
 */
export function PictureFraming({ picture, label, isFilling, onChange }: PictureFramingProps) {
  const id = useId()
  const { crop, focus } = picture
  const ratio = crops[crop] ?? (isFilling ? crops.square : null)
  const small = pictureUrl(picture.id, widthsOf(picture)[0]!, 'webp')
  const setFocus = (change: Partial<WebsitePicture['focus']>) => onChange({ focus: { ...focus, ...change } })
  return (
    <div className="grid gap-3">
      {ratio === null ? (
        <img src={small} alt="" width={picture.width} height={picture.height} className="h-auto w-full rounded-lg" />
      ) : (
        <>
          <FocusPoint picture={picture} source={small} onPoint={(point) => setFocus(point)} />
          <img
            src={small}
            alt=""
            style={{ aspectRatio: ratio, objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
            className="w-40 rounded-lg border border-line object-cover"
          />
        </>
      )}
      <SelectField
        id={`${id}-crop`}
        label="Shape"
        placeholder=""
        options={options}
        value={crop}
        onValue={(value) => onChange({ crop: value as Crop })}
      />
      {ratio !== null && (
        <div className="grid gap-3 xs:grid-cols-2">
          <Slider title="Left to right" label={label} value={focus.x} onValue={(x) => setFocus({ x })} />
          <Slider title="Top to bottom" label={label} value={focus.y} onValue={(y) => setFocus({ y })} />
        </div>
      )}
    </div>
  )
}

type SliderProps = { title: string; label: string; value: number; onValue: (value: number) => void }
const Slider = ({ title, label, value, onValue }: SliderProps) => (
  <label className="grid gap-1">
    <span className="font-semibold">{title}</span>
    <input
      type="range"
      min={0}
      max={1}
      step={0.1}
      value={value}
      aria-label={`${title}: ${label}`}
      aria-valuetext={`${Math.round(value * 100)} %`}
      onChange={({ target }) => onValue(stepOf(target.valueAsNumber))}
      className="min-h-11 w-full accent-forest"
    />
  </label>
)

type PointProps = { picture: WebsitePicture; source: string; onPoint: (point: WebsitePicture['focus']) => void }

/** The whole picture with the point that stays in view. The sliders do the same by keyboard. */
function FocusPoint({ picture: { width, height, focus }, source, onPoint }: PointProps) {
  const isDown = useRef(false)
  function point({ currentTarget, clientX, clientY }: PointerEvent) {
    const box = currentTarget.getBoundingClientRect()
    onPoint({ x: stepOf((clientX - box.left) / box.width), y: stepOf((clientY - box.top) / box.height) })
  }
  const place: CSSProperties = { left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }
  return (
    <div
      aria-hidden="true"
      onPointerDown={(event) => {
        isDown.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={(event) => isDown.current && point(event)}
      onPointerUp={() => {
        isDown.current = false
      }}
      onPointerCancel={() => {
        isDown.current = false
      }}
      className="relative cursor-crosshair touch-none select-none overflow-hidden rounded-lg"
    >
      <img src={source} alt="" width={width} height={height} draggable={false} className="h-auto w-full" />
      <span
        style={place}
        className="-translate-1/2 pointer-events-none absolute size-8 rounded-full border-4 border-white outline-2 outline-black"
      />
    </div>
  )
}
