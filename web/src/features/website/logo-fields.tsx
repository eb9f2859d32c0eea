import type { LogoTone, WebsiteLogo } from '@app/contracts/website/logo'
import type { UploadedPicture } from '@app/contracts/website/pictures'
import { useAtomValue } from 'jotai'
import { Trash2 } from 'lucide-react'
import { Logo } from '#ui/brand-mark'
import { Button } from '#ui/button'
import { ContentField, useContentValue } from './content-field'
import { Group } from './group'
import { PictureChooser } from './picture-chooser'
import { RemovePicture } from './remove-picture'
import { contentAtom, fieldId } from './website.atoms'

const plateText: Record<LogoTone, string> = {
  dark: 'It is dark and has transparent parts: it gets a light background in dark mode.',
  light: 'It is light and has transparent parts: it gets a dark background in light mode.',
  any: 'Readable on light and dark backgrounds.',
}
const advice =
  'PNG, WebP or JPEG, up to 15 MB, best with a transparent background and 200 pixels high or more. An SVG cannot be used: it may contain programs; save it as PNG.'

/** The logo of the school, on the grounds that it is shown on. */
export function LogoFields() {
  const { facts } = useAtomValue(contentAtom)!
  const [logo, setLogo] = useContentValue<WebsiteLogo | null>('logo')
  const uploaded = ({ id, width, height, tone = 'any' }: UploadedPicture) =>
    setLogo({ id, width, height, tone, alt: logo?.alt ?? facts.name })
  return (
    <Group title="Logo" id={fieldId('logo')}>
      {logo ? (
        <>
          <div className="grid grid-cols-2 overflow-hidden rounded-xl border border-line">
            {(['scheme-light', 'scheme-dark'] as const).map((scheme) => (
              <div key={scheme} className={`${scheme} flex min-h-20 items-center bg-paper p-4`}>
                <Logo logo={logo} on="page" />
              </div>
            ))}
          </div>
          <p className="text-muted text-sm">{plateText[logo.tone]}</p>
          <ContentField path="logo.alt" label="Description for people who cannot see it" />
          <PictureChooser label="Logo" kind="logo" choose="Replace" advice={advice} onUploaded={uploaded} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="quiet" size="small" onClick={() => setLogo(null)}>
              <Trash2 className="size-4" />
              Remove the logo
            </Button>
            <RemovePicture id={logo.id} label="logo" />
          </div>
        </>
      ) : (
        <>
          <p className="text-muted">
            It takes the place of the target in the header, in the footer, at the sign-in and in the dashboard.
          </p>
          <PictureChooser label="Logo" kind="logo" choose="Choose a logo" advice={advice} onUploaded={uploaded} />
        </>
      )}
    </Group>
  )
}
