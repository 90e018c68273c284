import type { ViteUserConfig } from 'vitest/config'
import { installedPostgres } from '../database/postgres.ts'
import { clockArguments, clockShift, runClock } from '../site/run-clock.ts'
import { isProof } from './sample.ts'

const embedded = 'tests/support/runner/global-setup-embedded.ts'
const postgres = 'tests/support/runner/global-setup-postgres.ts'
const site = 'tests/support/runner/global-setup-site.ts'

/** The engine that a run names for its tests (ENGINE=embedded, ENGINE=postgres), else the one of each suite. */
const engine = process.env['ENGINE']

/** Whether the tests of the server meet a PostgreSQL server: it answers faster, and many clients at once. */
const onPostgres = engine === undefined ? installedPostgres() !== undefined : engine === 'postgres'

/** A proof takes as long as it takes. */
const proofTimeout = 1_800_000
const asProof = isProof ? { testTimeout: proofTimeout } : {}

const usual = { testTimeout: 60_000, hookTimeout: 120_000 }

/** Two files at once, after the suites of `first`; what measures time is among them. */
const afterwards = { maxWorkers: 2, sequence: { groupOrder: 1 } }

const clock = runClock()

/** On a clock that begins at one moment: what sample content shows depends on the day. */
const onRunClock = { env: clock, execArgv: clockArguments(clockShift(clock)) }

/** A page on a busy machine comes late. */
const patient = { expect: { poll: { timeout: 15_000 } } }

/** Two as well: with a third on two cores, files waited for a core past the limits of what they test. */
const first = { maxWorkers: 2, sequence: { groupOrder: 0 } }

/**
 * The suites; `npm test` runs them one after another. Files of a suite without isolation share the modules that they
 * load, so modules of the product and of tests/support keep no hooks and nothing that a test could change.
 */
export const suites: NonNullable<ViteUserConfig['test']> = {
  projects: [
    {
      extends: true,
      test: {
        ...first,
        name: 'app',
        isolate: false,
        include: ['tests/app/**/*.test.{ts,tsx}', 'tests/architecture/*.test.ts'],
        setupFiles: ['tests/support/runner/setup-app.ts'],
      },
    },
    {
      extends: true,
      test: {
        ...first,
        ...usual,
        ...asProof,
        name: 'server',
        isolate: false,
        include: ['tests/server/**/*.test.ts'],
        // What may differ on the other engine meets that one in the suite `embedded`.
        exclude: onPostgres ? [] : ['tests/server/both/**'],
        globalSetup: [onPostgres ? postgres : embedded],
      },
    },
    {
      extends: true,
      test: {
        ...first,
        ...usual,
        ...asProof,
        name: 'embedded',
        isolate: false,
        include: ['tests/server/both/**/*.test.ts'],
        globalSetup: [embedded],
      },
    },
    {
      extends: true,
      test: {
        ...afterwards,
        ...usual,
        ...asProof,
        name: 'machine',
        isolate: false,
        include: ['tests/machine/**/*.test.ts'],
        exclude: ['tests/machine/{alone,browsers}/**'],
        globalSetup: [engine === 'postgres' ? postgres : embedded],
      },
    },
    {
      extends: true,
      test: {
        ...usual,
        name: 'alone',
        // Overload is of a machine that has nothing else to do: beside other tests calls exceed their 10 s.
        maxWorkers: 1,
        sequence: { groupOrder: 2 },
        include: ['tests/machine/alone/*.test.ts'],
        testTimeout: proofTimeout,
        globalSetup: [embedded],
      },
    },
    {
      extends: true,
      test: {
        ...afterwards,
        ...usual,
        ...asProof,
        ...onRunClock,
        ...patient,
        name: 'browsers',
        include: ['tests/machine/browsers/*.test.ts'],
      },
    },
    {
      extends: true,
      test: {
        ...afterwards,
        ...usual,
        ...onRunClock,
        ...patient,
        name: 'e2e',
        isolate: isProof,
        include: ['tests/e2e/**/*.test.ts'],
        ...asProof,
        globalSetup: [site],
        // A browser on a busy machine may miss its moment once; what needs it is named at the end of the run.
        retry: isProof ? 0 : 1,
      },
    },
  ],
}
