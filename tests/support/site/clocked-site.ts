import { rmSync } from 'node:fs'
import { vi } from 'vitest'
import { openBackend } from '#server/backend.ts'
import { readConfig } from '#server/config.ts'
import { addMember } from '#server/services/staff/change-members.ts'
import { createLog } from '#server/telemetry/log.ts'
import { makeSampleDir } from './sample-template.ts'
import { serveBuild, type ServedBuild } from './serve-build.ts'

/** A whole site in this process, whose clock a test moves and whose messages it reads. */
export type ClockedSite = ServedBuild & {
  /** Lets time pass for the API. */
  pass: (seconds: number) => void
  /** The code of the next message to a phone, from the line that the console sender writes. */
  nextCode: (phone: string) => Promise<string>
  /** Adds an administrator, the first of whom opens the staff area. */
  addAdministrator: (name: string, phone: string) => Promise<void>
  /** The time of the API. */
  now: () => Date
}

/**
 * Starts a site with sample content on an embedded database of its own; it believes its clients' X-Forwarded-For.
 * Variables add to its environment.
 */
export async function startClockedSite(variables: Record<string, string> = {}): Promise<ClockedSite> {
  const dataDir = await makeSampleDir()
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SMS: 'console', ...variables })
  const messages: string[] = []
  const write = process.stdout.write.bind(process.stdout)
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk: string | Uint8Array) => {
    const line = String(chunk)
    return line.startsWith('{"msg":"sms",') ? messages.push(line) > 0 : write(chunk)
  })
  let passedMs = 0
  const now = () => new Date(Date.now() + passedMs)
  const backend = await openBackend(config, createLog('silent'), { now })
  const site = await serveBuild({
    fetchApi: (request, address) => backend.fetchApi(request, address),
    pageSecret: backend.pageSecret,
    trustProxy: ['loopback'],
    publicOrigin: config.publicOrigin,
    hasStaffArea: true,
  })
  const { stop } = site
  return Object.assign(site, {
    now,
    async addAdministrator(name: string, phone: string) {
      const member = { name, phone: `+86${phone}`, role: 'administrator', schoolId: undefined } as const
      const noted = { actor: { operator: 'test' }, command: 'staff add', now: now() }
      const { connection: database, personal } = backend
      const { state } = await addMember({ database, personal }, member, noted)
      if (state !== 'added') throw new Error(`${name} was not added: ${state}`)
    },
    pass: (seconds: number) => void (passedMs += seconds * 1000),
    async nextCode(phone: string) {
      const own = () => messages.findIndex((line) => line.includes(`"${phone}"`))
      await vi.waitUntil(() => own() >= 0, { timeout: 20_000 })
      const [line = ''] = messages.splice(own(), 1)
      return /"code":"(\d{6})"/.exec(line)?.[1] ?? ''
    },
    async stop() {
      await stop()
      await backend.close()
      spy.mockRestore()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}
