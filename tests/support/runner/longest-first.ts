import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, each list longest first. A clone knows no durations; and a long file that comes last
 * keeps one worker busy alone.
 */
export const longest: Readonly<Record<string, readonly string[]>> = {
  firefox: ['firefox/journeys'],
  server: [
    'server/import/killed',
    'server/durability',
    'server/backup',
    'server/http/withdrawn',
    'prove/visitors',
    'prove/leads',
    'prove/import-sizes',
    'server/rekey-killed',
    'server/merging-killed',
    'server/import/operator',
    'server/http/code-abuse',
    'server/installed',
    'server/at-rest-site',
  ],
  timed: [
    'server/pictures-under-load',
    'server/embedded-engine',
    'prove/disk-full',
    'server/overload',
    'server/lock',
    'server/services/upstream',
    'server/slow-clients',
    'server/services/sms',
  ],
  postgres: [
    'prove/endings',
    'server/import/beside',
    'server/many/move',
    'prove/restarts',
    'prove/database-unavailable',
    'server/http/limits',
    'server/backup',
    'server/many/web-processes',
    'server/http/clue',
    'server/merging-killed',
    'server/many/replicas',
  ],
  e2e: [
    'e2e/security/staff-xss',
    'e2e/accessibility',
    'prove/journeys',
    'e2e/staff/events',
    'e2e/staff/staff-area',
    'e2e/security/stored-xss',
    'e2e/navigation/navigation',
    'e2e/navigation/navigation-failure',
    'e2e/pictures',
    'e2e/staff/content',
    'e2e/staff/staff-leads',
    'e2e/comfort',
    'e2e/staff/files',
    'e2e/modal',
    'e2e/documents/crawl',
    'e2e/documents/structured-data',
    'e2e/child-figures',
    'e2e/line-breaks',
    'e2e/staff/pictures-and-merging',
    'e2e/security/log-safety',
    'e2e/kiosk/kiosk-storage',
    'e2e/forms',
    'e2e/toggles',
    'e2e/parent-journey',
    'e2e/suggestions-and-location',
    'e2e/toast-and-pictures',
    'prove/first-touch',
    'e2e/kiosk/kiosk-queue',
    'e2e/kiosk/kiosk-screen',
    'e2e/login-in-place',
    'e2e/keyboard',
    'e2e/visitor-state',
    'e2e/own-pages',
    'e2e/documents/weight',
    'e2e/remix-serve',
    'prove/old-engines',
  ],
}

const projects = Object.keys(longest)

/** Goes through one project after another: the files of one can share their modules. Small ones fill the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own, which resolves to another array
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => this.#place(one) - this.#place(other))
  }

  #place({ moduleId, project }: TestSpecification): number {
    const name = path
      .relative(path.join(this.ctx.config.root, 'tests'), moduleId)
      .replace(/\.test\.tsx?$/, '')
    return 1000 * placeIn(projects, project.name) + placeIn(longest[project.name] ?? [], name)
  }
}

/** Whatever is not in the list comes after it. */
function placeIn(list: readonly string[], name: string): number {
  const place = list.indexOf(name)
  return place < 0 ? list.length : place
}
