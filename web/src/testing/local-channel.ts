const channels = new Set<LocalChannel>()

/** A BroadcastChannel limited to one test file; the real one reaches tests in other threads. */
class LocalChannel extends EventTarget {
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
    channels.add(this)
  }

  postMessage(data: unknown) {
    for (const other of channels)
      if (other !== this && other.name === this.name)
        queueMicrotask(() => {
          if (channels.has(other))
            other.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data) }))
        })
  }

  close() {
    channels.delete(this)
  }
}

globalThis.BroadcastChannel = LocalChannel as unknown as typeof BroadcastChannel

export {}
