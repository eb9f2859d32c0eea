/** What tabs of this site tell each other about the session that they share. */
export type SessionNews = 'signed_in' | 'signed_out'

let opened: BroadcastChannel | undefined

/** One channel for the whole page: what it says itself it does not hear. */
const channel = () => {
  opened ??= new BroadcastChannel('session')
  return opened
}

export const tellTabs = (news: SessionNews) => channel().postMessage(news)

/** Hears of one kind of news. Returns how to stop. */
export function hearTabs(news: SessionNews, listen: () => void) {
  const onMessage = ({ data }: MessageEvent) => {
    if (data === news) listen()
  }
  channel().addEventListener('message', onMessage)
  return () => channel().removeEventListener('message', onMessage)
}
