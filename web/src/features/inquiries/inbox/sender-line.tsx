import type { ThreadMessage } from './messages'

/** The address of a mail next to the name that it shows, and whether it is proven. */
export const SenderLine = ({ from, by }: { from: ThreadMessage['from']; by: string }) =>
  from && (
    <>
      {from.address !== by && <span className="[overflow-wrap:anywhere]">{from.address}</span>}
      <span data-certain={from.isCertain} className="data-[certain=false]:text-warn">
        {from.about}
      </span>
    </>
  )
