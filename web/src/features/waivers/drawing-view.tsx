import type { Drawing } from '@app/contracts/waivers'

/** A signature as it was drawn, on paper in both color schemes. */
export const DrawingView = ({ drawing: { width, height, path }, signer }: { drawing: Drawing; signer: string }) => (
  <svg
    role="img"
    aria-label={`Signature of ${signer}`}
    viewBox={`0 0 ${width} ${height}`}
    className="h-auto w-full max-w-md rounded-control border border-line bg-white text-[#12292b]"
  >
    <path d={path} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
