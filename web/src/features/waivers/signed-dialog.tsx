import type { Drawing, SignedWaiver } from '@app/contracts/waivers'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateText, momentText } from '#lib/school-time'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { LoadState } from '#ui/load-state'
import { relationNames, waiverTextsQuery } from './waiver-queries'
import './signed-dialog.css'

type Props = { waiver: SignedWaiver; student: string; onClose: () => void }

/** A signed waiver with the text as it was signed, to read and to print. */
export function SignedDialog({ waiver, student, onClose }: Props) {
  const { signer, relation, at, textVersion, textHash, until, drawing, typed, by } = waiver
  const { data, error, refetch } = useQuery(waiverTextsQuery)
  const text = data?.data.find(({ version }) => version === textVersion)
  return (
    <Dialog
      title={`Waiver of ${student}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={!text} onClick={() => print()}>
            <Printer className="size-4.5" />
            Print
          </Button>
          <Button data-first onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="signed-waiver grid grid-cols-[minmax(0,1fr)] gap-4">
        {!text && <LoadState query={{ data: text, error, refetch }} what="the text of the waiver" />}
        {text && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text.text}</p>}
        {drawing ? (
          <DrawingView drawing={drawing} signer={signer} />
        ) : (
          <p className="border-line border-b pb-1 font-display text-2xl italic [overflow-wrap:anywhere]">{typed}</p>
        )}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [overflow-wrap:anywhere] [&_dt]:text-muted">
          <Fact name="Signed by">{`${signer}, ${relationNames[relation]}`}</Fact>
          <Fact name="Signed">{`${momentText(at)}, ${drawing ? 'drawn' : 'typed'}`}</Fact>
          <Fact name="Valid until">{until ? dateText(until) : 'No end'}</Fact>
          <Fact name="Version">{textVersion}</Fact>
          <Fact name="Signed in on the device">{by.email}</Fact>
          <Fact name="SHA-256">{textHash}</Fact>
        </dl>
      </div>
    </Dialog>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

/** A signature as it was drawn, on paper in both color schemes. */
const DrawingView = ({ drawing: { width, height, path }, signer }: { drawing: Drawing; signer: string }) => (
  <svg
    role="img"
    aria-label={`Signature of ${signer}`}
    viewBox={`0 0 ${width} ${height}`}
    className="h-auto w-full max-w-md rounded-control border border-line bg-white text-[#12292b]"
  >
    <path d={path} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
