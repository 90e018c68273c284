import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { DatabaseLog } from '../log.ts'

/** Listener of a channel. The payload is `undefined` after a lost connection, when notifications may have been missed. */
export type NotificationListener = (payload: string | undefined) => void

/** Messages between the processes that share a database. */
export type Notifications = {
  /** Listens to a channel; resolves to the function that stops it. Channel names are `[a-z_]+`. */
  readonly listen: (channel: string, listener: NotificationListener) => Promise<() => void>
  readonly close: () => Promise<void>
}

const retryMs = 1000
const channelName = /^[a-z_]+$/

/** Notifications inside this process, for the embedded database. */
export function localNotifications(): Notifications & { notify: (channel: string, payload: string) => void } {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    async listen(channel, listener) {
      emitter.on(channel, listener)
      return () => emitter.off(channel, listener)
    },
    notify: (channel, payload) => void emitter.emit(channel, payload),
    async close() {
      emitter.removeAllListeners()
    },
  }
}

/** Notifications over a client of their own, connected at the first `listen` and reconnected whenever it is lost. */
export function postgresNotifications(connectionString: string, log: DatabaseLog): Notifications {
  const emitter = new EventEmitter().setMaxListeners(0)
  const stopped = new AbortController()
  let client: Promise<Client> | undefined

  const connect = async (): Promise<Client> => {
    const next = new Client({ connectionString, application_name: 'xuanxiao listener', keepAlive: true })
    let lost = false
    const onLoss = (reason: string): void => {
      if (lost || stopped.signal.aborted) return
      lost = true
      log('warn', 'database notifications lost, connecting again', { reason })
      client = reconnect()
      client.catch(() => undefined) // ends only by close
    }
    await next.connect().catch(async (error: unknown) => {
      await next.end().catch(() => undefined)
      throw error
    })
    next.on('error', (error) => onLoss(error.message))
    next.on('end', () => onLoss('connection ended'))
    next.on('notification', ({ channel, payload }) => emitter.emit(channel, payload ?? ''))
    for (const channel of emitter.eventNames()) await next.query(`listen ${String(channel)}`)
    return next
  }

  const reconnect = async (): Promise<Client> => {
    for (;;) {
      await wait(retryMs, undefined, { signal: stopped.signal })
      try {
        const next = await connect()
        for (const channel of emitter.eventNames()) emitter.emit(channel, undefined)
        return next
      } catch (error) {
        log('warn', 'database notifications not back yet', { reason: String(error) })
      }
    }
  }

  return {
    async listen(channel, listener) {
      if (!channelName.test(channel)) throw new Error(`not a channel name: ${channel}`)
      emitter.on(channel, listener)
      client ??= connect()
      await (await client).query(`listen ${channel}`)
      return () => emitter.off(channel, listener)
    },
    async close() {
      stopped.abort()
      emitter.removeAllListeners()
      const last = await client?.catch(() => undefined)
      await last?.end().catch(() => undefined)
    },
  }
}
