import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that passed only at their second attempt, so that an unsteady test is seen and mended. */
export default class SecondAttempts implements Reporter {
  private readonly names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true)
      this.names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const name of this.names) console.log(`passed at the second attempt: ${name}`)
  }
}
