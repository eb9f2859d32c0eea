import { pictureUrl } from '@app/contracts/website/picture-address'
import { type Crop, crops, type WebsitePicture, widthsOf } from '@app/contracts/website/pictures'
import { type CSSProperties, type PointerEvent, useId, useRef } from 'react'
import { SelectField } from '#ui/field'

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

type Props = {
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
export function PictureFraming({ picture, label, isFilling, onChange }: Props) {
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
