import { Arrow, TargetFace } from '#ui/drawings'

/** The target that stands in the sky for the sun, and by night for the moon; the first arrow is in the gold. */
export const Sun = () => (
  <svg viewBox="0 0 200 200" className="sun" aria-hidden="true">
    <TargetFace />
    <g className="shot">
      <g transform="translate(104 97) rotate(-26) scale(.72)">
        <Arrow />
      </g>
    </g>
  </svg>
)

/** Stars, which the style sheet shows by night. */
export const Stars = () => (
  <svg
    viewBox="0 0 1440 600"
    preserveAspectRatio="xMidYMin slice"
    className="night absolute inset-0 size-full fill-[#dfe9ff]"
    aria-hidden="true"
  >
    {stars.map(([x, y, r]) => (
      <circle key={x} cx={x} cy={y} r={r} />
    ))}
  </svg>
)

/** None stands on the text of the hero, from 320 to 2,560 pixels. */
const stars = [
  [60, 130, 1.6],
  [148, 300, 1.1],
  [236, 92, 1.2],
  [352, 62, 1.7],
  [470, 56, 1.1],
  [566, 440, 1.3],
  [640, 60, 1.9],
  [694, 425, 1.2],
  [838, 130, 1.5],
  [905, 330, 1.1],
  [1004, 110, 1.4],
  [1240, 92, 1.7],
  [1330, 250, 1.3],
  [1400, 140, 1.1],
] as const
