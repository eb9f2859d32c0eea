/** Messages between tabs about the shared session. */
export type SessionMessage = 'signed_in' | 'signed_out'

let opened: BroadcastChannel | undefined

/** One channel per page; a page does not receive its own messages. */
const channel = () => {
  opened ??= new BroadcastChannel('session')
  return opened
}

export const notifyTabs = (message: SessionMessage) => channel().postMessage(message)

/** Subscribes to one kind of message. Returns the function that unsubscribes. */
export function onTabMessage(message: SessionMessage, listen: () => void) {
  const onMessage = ({ data }: MessageEvent) => {
    if (data === message) listen()
  }
  channel().addEventListener('message', onMessage)
  return () => channel().removeEventListener('message', onMessage)
}
