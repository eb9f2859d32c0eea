/** The processor time of this thread so far. Unlike the time on the wall, it does not grow while other work has the processor. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
