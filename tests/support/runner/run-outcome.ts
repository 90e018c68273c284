import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** A test, a file or a check that did not do what it should, and the first line of why. */
interface Finding {
  name: string
  message: string
}

/** What `tests/run.mjs` adds up: numbers of tests, what failed, what passed only at a later attempt, seconds of each file. */
export interface RunOutcome {
  passed: number
  failed: number
  skipped: number
  failures: Finding[]
  laterAttempts: Finding[]
  seconds: Record<string, number>
}

/** Writes the outcome of a Vitest run as JSON into the file that RUN_OUTCOME names. */
export default class RunOutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const outcome: RunOutcome = {
      passed: 0,
      failed: 0,
      skipped: 0,
      failures: [],
      laterAttempts: [],
      seconds: {},
    }
    for (const file of modules) addFile(outcome, file)
    for (const error of errors) addFailure(outcome, 'outside of any test', error)
    const path = process.env['RUN_OUTCOME']
    if (path !== undefined) writeFileSync(path, JSON.stringify(outcome))
  }
}

function addFile(outcome: RunOutcome, file: TestModule): void {
  const { duration, collectDuration } = file.diagnostic()
  outcome.seconds[file.relativeModuleId] = (duration + collectDuration) / 1000
  // A file that could not load has no tests, and one whose hook failed has none that ran: the error is its own.
  for (const error of file.errors()) addFailure(outcome, file.relativeModuleId, error)
  for (const suite of file.children.allSuites()) {
    for (const error of suite.errors()) addFailure(outcome, nameOf(suite), error)
  }
  for (const test of file.children.allTests()) addTest(outcome, test)
}

function addTest(outcome: RunOutcome, test: TestCase): void {
  const { state, errors = [] } = test.result()
  if (state === 'passed') outcome.passed += 1
  else if (state === 'failed') addFailure(outcome, nameOf(test), errors[0])
  else outcome.skipped += 1
  if (test.diagnostic()?.flaky === true)
    outcome.laterAttempts.push({ name: nameOf(test), message: firstLine(errors[0]) })
}

function addFailure(outcome: RunOutcome, name: string, error: { message: string } | undefined): void {
  outcome.failed += 1
  outcome.failures.push({ name, message: firstLine(error) })
}

function nameOf(test: TestCase | TestSuite): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`
}

/** The first line that says something, of at most 300 characters. */
function firstLine(error: { message: string } | undefined): string {
  const lines = (error?.message ?? '').split('\n').map((line) => line.trim())
  return (lines.find((line) => line !== '') ?? 'no message').slice(0, 300)
}
