import { logoWidths, type WebsiteLogo } from '@app/contracts/website/logo'
import { pictureUrl } from '@app/contracts/website/picture-address'

const rings = [
  [15, '#fdf8e9'],
  [12.2, '#14363a'],
  [9.4, '#2f8ca5'],
  [6.6, '#dc4526'],
  [3.6, '#f8bd34'],
] as const

/** The school's mark: a target. */
export const BrandMark = ({ className = 'size-9' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
    <circle cx="16" cy="16" r="16" fill="#14363a" />
    {rings.map(([r, fill]) => (
      <circle key={r} cx="16" cy="16" r={r} fill={fill} />
    ))}
  </svg>
)

/** A ground below a logo that could not be read otherwise. */
const plates = {
  page: {
    dark: 'bg-[light-dark(transparent,#fdfefa)] rounded-md p-1',
    light: 'bg-[light-dark(#12292b,transparent)] rounded-md p-1',
    any: '',
  },
  woods: { dark: 'bg-[#fdfefa] rounded-md p-1', light: '', any: '' },
} as const

type LogoProps = { logo: WebsiteLogo; on: keyof typeof plates; className?: string; height?: number }

/** The logo of the school. Its room is kept while it loads. */
export function Logo({ logo, on, className = 'h-10', height = 40 }: LogoProps) {
  const [first, ...larger] = logoWidths(logo).map((width) => pictureUrl(logo.id, width, 'webp'))
  const sources = [first, ...larger].map((source, at) => `${source} ${2 ** at}x`)
  return (
    <img
      src={first}
      srcSet={sources.join(', ')}
      width={Math.round((height * logo.width) / logo.height)}
      height={height}
      alt={logo.alt}
      decoding="async"
      className={`w-auto max-w-[min(12rem,45vw)] shrink-0 object-contain object-left ${className} ${plates[on][logo.tone]}`.trim()}
    />
  )
}
