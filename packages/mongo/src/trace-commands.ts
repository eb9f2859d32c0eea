import { tracedCall } from '@app/telemetry'
import type { MongoClient } from 'mongodb'

/** Records a span for each command within a trace, without its content. */
export function traceCommands(client: MongoClient): void {
  const running = new Map<number, NonNullable<ReturnType<typeof tracedCall>>>()
  client
    .on('commandStarted', ({ requestId, commandName, command }) => {
      const collection = typeof command[commandName] === 'string' ? command[commandName] : ''
      const end = tracedCall(`${commandName} ${collection}`.trim(), {
        'db.system.name': 'mongodb',
        'db.operation.name': commandName,
        ...(collection && { 'db.collection.name': collection }),
      })
      if (end) running.set(requestId, end)
    })
    .on('commandSucceeded', ({ requestId }) => {
      running.get(requestId)?.()
      running.delete(requestId)
    })
    .on('commandFailed', ({ requestId, failure }) => {
      running.get(requestId)?.(failure)
      running.delete(requestId)
    })
}
