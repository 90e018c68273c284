import type { ViteUserConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'
import { clockArguments, clockShift, runClock } from '../site/run-clock.ts'
import { isProof } from './sample.ts'
import { pathsOf, serverFiles, timedFiles } from './server-files.ts'

/** Whether `npm test` runs the suite on PostgreSQL as well. */
const hasPostgres = process.env['WITH_POSTGRES'] === '1'

const embedded = 'tests/support/runner/global-setup-embedded.ts'
const site = 'tests/support/runner/global-setup-site.ts'

const { embedded: onEmbedded, postgres: onPostgres, noServer } = serverFiles

/** A proof takes as long as it takes. */
const proofTimeout = 1_800_000

const usual = { testTimeout: 60_000, hookTimeout: 120_000 }

/** Two files at once, after the suites of `first`; what measures time is among them. */
const afterwards = { maxWorkers: 2, sequence: { groupOrder: 1 } }

const clock = runClock()

/** On a clock that begins at one moment: what sample content shows depends on the day. */
const onRunClock = { env: clock, execArgv: clockArguments(clockShift(clock)) }

/** What opens the pages of sites with sample content. */
const ofPages = ['tests/e2e/**/*.test.ts', 'tests/prove/{first-touch,journeys,old-engines}.test.ts']

/** Those that are small in `npm test`. */
const proofsOfPages = [
  'tests/e2e/{accessibility,child,child-figures,comfort,keyboard,line-breaks}.test.ts',
  'tests/e2e/{own-pages,page-cache,parent-journey}.test.ts',
  'tests/e2e/{navigation/navigation,navigation/wrong-clock,security/injected-nodes}.test.ts',
  'tests/e2e/documents/{crawl,sitemap,weight}.test.ts',
  'tests/e2e/security/{staff-xss,stored-xss}.test.ts',
  'tests/e2e/staff/{events,files,staff-area,staff-leads}.test.ts',
  ...ofPages.slice(1),
]

/** Two as well: with a third on two cores, files waited for a core past the limits of what they test. */
const first = { maxWorkers: 2, sequence: { groupOrder: 0 } }

/**
 * The suites; `npm test` runs them one after another. Files of a suite without isolation share the modules that they
 * load, so modules of the product and of tests/support keep no hooks and nothing that a test could change.
 */
export const suites: NonNullable<ViteUserConfig['test']> = {
  sequence: { sequencer: LongestFirst },
  projects: [
    {
      extends: true,
      test: {
        ...first,
        name: 'app',
        isolate: false,
        include: ['tests/app/**/*.test.{ts,tsx}', 'tests/architecture/*.test.ts'],
        exclude: ['tests/app/routes/**'],
        setupFiles: ['tests/support/runner/setup-app.ts'],
      },
    },
    {
      extends: true,
      test: {
        ...first,
        // Every file loads all modules of app: a worker does it once.
        name: 'routes',
        isolate: false,
        include: ['tests/app/routes/**/*.test.ts'],
        setupFiles: ['tests/support/runner/setup-app.ts'],
      },
    },
    {
      extends: true,
      test: {
        ...first,
        ...usual,
        name: 'server',
        isolate: false,
        // Small here, at full size with the proofs.
        include: isProof
          ? pathsOf(onPostgres)
          : ['tests/server/**/*.test.ts', 'tests/prove/{visitors,leads,import-sizes}.test.ts'],
        // Many processes need a server.
        exclude: ['tests/server/many/**', ...pathsOf([...timedFiles, ...(hasPostgres ? onPostgres : [])])],
        globalSetup: [embedded],
      },
    },
    {
      extends: true,
      test: {
        ...first,
        ...usual,
        name: 'postgres',
        isolate: false,
        include: isProof
          ? pathsOf(onEmbedded)
          : ['tests/server/**/*.test.ts', 'tests/prove/{database-unavailable,endings,restarts}.test.ts'],
        ...(isProof ? { testTimeout: proofTimeout } : {}),
        exclude: pathsOf([...noServer, ...(isProof ? [] : onEmbedded)]),
        globalSetup: ['tests/support/runner/global-setup-postgres.ts'],
      },
    },
    {
      extends: true,
      test: {
        ...afterwards,
        ...usual,
        name: 'timed',
        isolate: false,
        include: [...pathsOf(timedFiles), 'tests/prove/disk-full.test.ts'],
        globalSetup: [embedded],
      },
    },
    {
      extends: true,
      test: {
        ...afterwards,
        ...usual,
        // Overload is of a machine that has nothing else to do: beside other tests calls exceed their 10 s.
        name: 'alone',
        include: ['tests/prove/overload.test.ts'],
        testTimeout: proofTimeout,
        globalSetup: [embedded],
      },
    },
    {
      extends: true,
      test: {
        ...afterwards,
        ...usual,
        name: 'prove',
        include: [
          'tests/prove/**/*.test.ts',
          'tests/server/{at-rest,at-rest-site,durability,slow-clients}.test.ts',
        ],
        exclude: ['tests/prove/overload.test.ts', ...ofPages],
        testTimeout: proofTimeout,
        globalSetup: [embedded],
      },
    },
    {
      extends: true,
      test: {
        ...afterwards,
        ...usual,
        ...onRunClock,
        name: 'e2e',
        isolate: isProof,
        include: isProof ? proofsOfPages : ofPages,
        ...(isProof ? { testTimeout: proofTimeout } : {}),
        globalSetup: [site],
        // A browser on a busy machine may miss its moment once; what needs it is named at the end of the run.
        retry: isProof ? 0 : 1,
      },
    },
    {
      extends: true,
      test: {
        ...afterwards,
        ...usual,
        ...onRunClock,
        name: 'firefox',
        include: ['tests/firefox/**/*.test.ts'],
        retry: 1,
      },
    },
  ],
}
