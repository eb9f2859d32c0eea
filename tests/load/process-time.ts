import { readdirSync, readFileSync } from 'node:fs'

/** User and system time of a process with all its threads, in milliseconds. */
export function processTime(pid: number): number {
  // The name of the program may contain blanks: fields are counted behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** A process and all that it has started. */
export function family(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(family)]
}
