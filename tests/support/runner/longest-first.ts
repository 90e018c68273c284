import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, each list longest first. A clone knows no durations; and a long file that comes last
 * keeps one worker busy alone.
 */
const long: Readonly<Record<string, readonly string[]>> = {
  firefox: ['firefox/journeys'],
  server: [
    'server/embedded-engine',
    'prove/import-sizes',
    'server/durability',
    'server/import/killed',
    'prove/leads',
    'prove/overload',
    'server/import/beside',
    'server/backup',
    'server/import/operator',
    'server/services/upstream',
    'prove/visitors',
    'prove/disk-full',
    'server/services/sms',
    'server/slow-clients',
    'server/at-rest-site',
    'server/http/withdrawn',
  ],
  postgres: [
    'prove/endings',
    'prove/restarts',
    'prove/database-unavailable',
    'server/many/move',
    'server/import/killed',
    'server/import/beside',
    'server/import/operator',
    'server/many/web-processes',
    'server/backup',
    'server/many/replicas',
    'prove/leads',
  ],
  e2e: [
    'prove/journeys',
    'e2e/navigation/navigation',
    'e2e/accessibility',
    'e2e/forms',
    'e2e/documents/crawl',
    'e2e/navigation/navigation-failure',
    'e2e/security/stored-xss',
    'e2e/parent-journey',
    'e2e/suggestions-and-location',
    'e2e/comfort',
    'e2e/pictures',
    'e2e/toggles',
    'e2e/toast-and-pictures',
    'prove/first-touch',
    'e2e/kiosk/kiosk-queue',
    'e2e/kiosk/kiosk-screen',
    'e2e/login-in-place',
    'e2e/keyboard',
    'e2e/visitor-state',
    'e2e/own-pages',
    'e2e/kiosk/kiosk-storage',
    'e2e/security/log-safety',
    'e2e/documents/weight',
    'e2e/remix-serve',
    'prove/old-engines',
  ],
}

const projects = Object.keys(long)

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
    return 1000 * placeIn(projects, project.name) + placeIn(long[project.name] ?? [], name)
  }
}

/** Whatever is not in the list comes after it. */
function placeIn(list: readonly string[], name: string): number {
  const place = list.indexOf(name)
  return place < 0 ? list.length : place
}
