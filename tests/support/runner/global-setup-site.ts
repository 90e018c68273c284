import type { TestProject } from 'vitest/node'
import { makeEngineFolder } from '../database/embedded-template.ts'
import { clockShift } from '../site/run-clock.ts'
import { startProcess } from '../site/site-process.ts'

/** The origin of canonical addresses in the browser suite. */
const publicOrigin = 'https://school.example'

/** An account for WeChat's share data; its signatures are those of the test that opens its browser. */
const wechat = { WECHAT_APP_ID: 'wx0123456789abcdef', WECHAT_SECRET: 'secret-of-the-browser-suite-0000' }

declare module 'vitest' {
  interface ProvidedContext {
    /** The built site with sample content, running as a process of its own. */
    siteUrl?: string
  }
}

/** Serves the built site with sample content for the time of the run, or takes the one that SITE_URL names. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engines = makeEngineFolder()
  project.provide('engineFolder', engines.folder)
  const given = process.env['SITE_URL']
  if (given !== undefined) {
    project.provide('siteUrl', given)
    return async () => engines.remove()
  }
  const variables = { PUBLIC_ORIGIN: publicOrigin, SMS: 'console', TRUST_PROXY: 'loopback', ...wechat }
  const site = await startProcess(variables, clockShift(project.config.env))
  project.provide('siteUrl', site.url)
  return async () => {
    await site.stop()
    engines.remove()
  }
}
