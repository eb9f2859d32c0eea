import type { Deliverability, DnsCheck } from '@app/contracts/deliverability'
import { useSetAtom } from 'jotai'
import { Copy } from 'lucide-react'
import { momentText } from '#lib/school-time'
import { Button } from '#ui/button'
import { Icon } from '#ui/icon'
import { showToastAtom } from '#ui/toast'

/** The records by which receivers decide whether to trust mail of the school. */
export function DnsChecks({ sender }: Pick<Deliverability, 'sender'>) {
  if (!sender) return <p className="text-muted">Not checked yet.</p>
  return (
    <>
      <p className="text-muted text-sm">
        Records of {sender.domain}, read {momentText(sender.checkedAt)}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {sender.checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
    </>
  )
}

function Check({ check: { name, text, isGood, record } }: { check: DnsCheck }) {
  const showToast = useSetAtom(showToastAtom)
  const copy = async () => {
    await navigator.clipboard.writeText(record!.value)
    showToast({ text: 'Copied' })
  }
  return (
    <li className="flex gap-3">
      <Icon
        name={isGood ? 'good' : 'warn'}
        className={`mt-0.5 size-5 shrink-0 ${isGood ? 'text-good' : 'text-warn'}`}
      />
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        <p>
          <strong>{name}</strong> <span className="sr-only">{isGood ? 'is fine:' : 'needs attention:'}</span> {text}
        </p>
        {record && (
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <span className="text-muted">
              {record.type} at {record.at}
            </span>
            <code className="rounded bg-card px-2 py-1">{record.value}</code>
            <Button variant="outline" size="small" onClick={copy}>
              <Copy className="size-4" />
              Copy
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
