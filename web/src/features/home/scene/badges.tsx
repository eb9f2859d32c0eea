import type { CardIcon } from '@app/contracts/site'
import type { ReactNode } from 'react'
import { Arrow, TargetFace } from '#ui/drawings'

const line = 'stroke-[#2b1d12]'

const quiverArrows = [
  [38, -14, 'fill-red'],
  [48, 0, 'fill-white'],
  [58, 14, 'fill-gold'],
] as const

/** The drawing on each badge, in a box of 96 by 96. */
const motifs: Record<CardIcon, { ground: string; motif: ReactNode }> = {
  lessons: {
    ground: 'fill-[#a9d6d4]',
    motif: (
      <>
        <path d="m38 66-8 18M58 66l8 18" className="stroke-[#6b4026]" strokeWidth="5" strokeLinecap="round" />
        <g transform="translate(18 13) scale(.3)">
          <TargetFace />
        </g>
        <g transform="translate(49 42) rotate(24) scale(.22)">
          <Arrow />
        </g>
      </>
    ),
  },
  school: {
    ground: 'fill-[#f8cf6a]',
    motif: (
      <>
        <path
          d="M48 34c-9-7-26-4-26 15 0 17 13 29 20 29 3 0 4-1 6-1s3 1 6 1c7 0 20-12 20-29 0-19-17-22-26-15Z"
          className="fill-red"
        />
        <path d="M48 34c0-8 2-13 7-17" className={line} strokeWidth="4" strokeLinecap="round" fill="none" />
        <path d="M53 27c2-9 11-12 19-10-2 9-10 13-19 10Z" className="fill-[#2f7a52]" />
        <path d="M30 47c1-5 4-7 8-7" className="stroke-white" strokeWidth="4" strokeLinecap="round" fill="none" />
        <g transform="translate(88 52) rotate(-6) scale(.4)">
          <Arrow stuck={false} />
        </g>
      </>
    ),
  },
  party: {
    ground: 'fill-[#f3c4b1]',
    motif: (
      <>
        {[34, 48, 62].map((x) => (
          <g key={x}>
            <path d={`M${x} 43V27`} className={line} strokeWidth="3.5" strokeLinecap="round" />
            <path d={`M${x} 26c-5-5-3-9 0-14 3 5 5 9 0 14Z`} className="fill-[#f29a1f]" />
          </g>
        ))}
        <path d="M22 45a5 5 0 0 1 5-5h42a5 5 0 0 1 5 5v31H22Z" className="fill-white" />
        <path
          d="M22 45a5 5 0 0 1 5-5h42a5 5 0 0 1 5 5v9c-4 6-9 6-13 0-4 6-9 6-13 0-4 6-9 6-13 0-4 6-9 6-13 0Z"
          className="fill-red"
        />
        <path d="M22 66h52v10H22Z" className="fill-blue" />
        <path d="M17 78h62" className={line} strokeWidth="4" strokeLinecap="round" />
      </>
    ),
  },
  team: {
    ground: 'fill-[#3d7f72]',
    motif: (
      <>
        {quiverArrows.map(([x, angle, fill]) => (
          <g key={x} transform={`translate(${x} 46) rotate(${angle})`}>
            <path d="M0 18v-42" className="stroke-[#fdf0d2]" strokeWidth="3.2" />
            <path d="m0-12-7-6v-12l7 6 7-6v12Z" className={fill} />
          </g>
        ))}
        <path d="M31 44h34l-5 38a4 4 0 0 1-4 3H40a4 4 0 0 1-4-3Z" className="fill-[#8a5631]" />
        <path d="M30 42h36l-1 9H31Z" className="fill-[#f8cf6a]" />
        <path d="m35 66 26-6" className="stroke-[#5f381d]" strokeWidth="4" />
      </>
    ),
  },
  bow: {
    ground: 'fill-[#dcbf8c]',
    motif: (
      <>
        <path
          d="M22 14c34 6 50 30 44 68"
          className="stroke-[#7a4624]"
          strokeWidth="7"
          strokeLinecap="round"
          fill="none"
        />
        <path d="M54 36c4 6 7 12 8 18" className="stroke-red" strokeWidth="8" fill="none" />
        <path d="M22 14 66 82" className="stroke-white" strokeWidth="1.8" />
        <path d="M17 58h34" className="stroke-[#8b979b]" strokeWidth="8" />
        <path d="M17 56v-9M51 56v-9" className={line} strokeWidth="6" strokeLinecap="round" />
        <path
          d="M24 76c8 4 14-1 12-6s-9-3-7 2M42 79c7 2 11-3 9-7s-7-1-5 2"
          className="stroke-[#fdf0d2]"
          strokeWidth="3"
          strokeLinecap="round"
          fill="none"
        />
      </>
    ),
  },
  league: {
    ground: 'fill-[#8cc1d1]',
    motif: (
      <>
        <path
          d="M30 25H18c0 15 6 21 16 22M66 25h12c0 15-6 21-16 22"
          className="stroke-[#b97f0d]"
          strokeWidth="5"
          fill="none"
        />
        <path d="M28 18h40c0 24-6 38-20 40-14-2-20-16-20-40Z" className="fill-gold" />
        <path d="M45 56h6v11h-6Z" className="fill-[#b97f0d]" />
        <path d="M36 66h24l4 13H32Z" className="fill-[#6b4026]" />
        <g transform="translate(36 23) scale(.12)">
          <TargetFace />
        </g>
        <path d="M40 73h16" className="stroke-gold" strokeWidth="3" />
      </>
    ),
  },
}

/** A service as a stitched badge. */
export const Badge = ({ icon }: { icon: CardIcon }) => {
  const { ground, motif } = motifs[icon]
  return (
    <svg viewBox="0 0 96 96" className="badge size-24" aria-hidden="true" fill="none">
      <circle cx="48" cy="48" r="47" className="fill-black" />
      <circle cx="48" cy="48" r="43.5" className="stroke-gold" strokeWidth="2" strokeDasharray="5 3" />
      <circle cx="48" cy="48" r="40.5" className={ground} />
      {motif}
    </svg>
  )
}
