import { colorTitles, schemeTitles } from '@app/contracts/website/changes'
import { type ColorFault, colorFaults } from '@app/contracts/website/color-faults'
import {
  type ColorScheme,
  type ColorToken,
  colorSchemes,
  colorTokens,
  shippedColors,
  type WebsiteColors,
} from '@app/contracts/website/color-math'
import { Button, SmallButton } from '#ui/button'
import { Group, useContentValue } from './content-field'

/** Five colors, by day and by night. What somebody could not read is named, with the nearest color that can be read. */
export function ColorFields() {
  const [colors, setColors] = useContentValue<WebsiteColors | null>('colors')
  const shown = colors ?? shippedColors
  const faults = colorFaults(colors)
  const set = (token: ColorToken, scheme: ColorScheme, color: string) =>
    setColors({ ...shown, [token]: { ...shown[token], [scheme]: color } })
  return (
    <Group title="Colors">
      <p className="text-muted">The drawings keep their own colors, and so does the dashboard.</p>
      {colorTokens.map((token) => (
        <fieldset key={token} className="grid gap-2">
          <legend className="font-semibold">{colorTitles[token]}</legend>
          <div className="grid grid-cols-2 gap-3">
            {colorSchemes.map((scheme) => (
              <label key={scheme} className="flex min-h-11 items-center gap-2.5">
                <input
                  type="color"
                  value={shown[token][scheme]}
                  aria-label={`${colorTitles[token]} ${schemeTitles[scheme]}`}
                  onChange={({ target }) => set(token, scheme, target.value.toLowerCase())}
                  className="h-11 w-14 shrink-0 rounded-control border-2 border-edge bg-card p-1"
                />
                <span aria-hidden="true">
                  {schemeTitles[scheme]}
                  <span className="block text-muted text-sm">{shown[token][scheme]}</span>
                </span>
              </label>
            ))}
          </div>
          {faults
            .filter((fault) => fault.token === token)
            .map((fault) => (
              <Fault key={fault.scheme} fault={fault} onUse={(color) => set(token, fault.scheme, color)} />
            ))}
        </fieldset>
      ))}
      {colors && (
        <Button variant="quiet" size="small" className="justify-self-end" onClick={() => setColors(null)}>
          Use the shipped colors
        </Button>
      )}
    </Group>
  )
}

type FaultProps = { fault: ColorFault; onUse: (color: string) => void }

function Fault({ fault: { token, scheme, what, ratio, needed, offer }, onUse }: FaultProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-bad text-sm">
      <p>
        {`${schemeTitles[scheme]}: ${what} has a contrast of ${ratio}:1, and needs ${needed}:1.`}
        {!offer && ' Change the background first.'}
      </p>
      {offer && (
        <SmallButton
          aria-label={`Use ${offer} for ${colorTitles[token]} ${schemeTitles[scheme]}`}
          onClick={() => onUse(offer)}
        >
          <span style={{ backgroundColor: offer }} className="size-5 rounded-full border border-edge" />
          Use {offer}
        </SmallButton>
      )}
    </div>
  )
}
