import { Oak } from './oak'
import { ChildArcher, Instructor } from './people'

/** The hills of the foothills, oaks, and a first lesson. */
export const Range = () => (
  <svg viewBox="0 0 1440 520" preserveAspectRatio="xMaxYMax slice" className="range" aria-hidden="true">
    <path
      className="fill-ridge"
      d="M0 418c110-22 190-40 290-26s170 16 270-18 190-74 300-62 170 36 270 22 210-60 310-36v222H0Z"
    />
    <path className="stroke-ink opacity-60" strokeWidth="3" strokeLinecap="round" fill="none" d={hawks} />
    <path className="fill-hill-far" d="M0 448c160-34 330-22 500-4s330-12 480-62 300-58 460-30v168H0Z" />
    <g className="fill-leaf opacity-70">
      {distantOaks.map(([x, y, r]) => (
        <path key={x} d={`M${x - r} ${y}a${r} ${r * 0.8} 0 0 1 ${r * 2} 0Z`} />
      ))}
    </g>
    <path className="fill-hill-mid" d="M0 480c220-24 400-14 600-2s380-12 520-56 240-52 320-40v138H0Z" />
    <g transform="translate(1296 430)" className="near-oak">
      <Oak />
    </g>
    <path className="fill-hill-near" d="M0 502c240-14 420-10 640-4s420-30 560-62 180-34 240-28v112H0Z" />
    <g transform="translate(856 490) scale(1.42)">
      <Instructor />
    </g>
    <g transform="translate(958 484) scale(1.5)">
      <ChildArcher />
    </g>
    <path className="fill-meadow" d="M0 516c300-10 560-12 760-14s460-12 680-24v42H0Z" />
  </svg>
)

const hawks = 'M560 300q9-9 15 0 7-9 16-1M618 326q6-6 10 0 5-6 11-1'

const distantOaks = [
  [96, 436, 26],
  [140, 430, 18],
  [420, 442, 20],
  [620, 442, 28],
  [664, 440, 18],
  [1050, 366, 22],
] as const
