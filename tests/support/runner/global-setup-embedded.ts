import type { TestProject } from 'vitest/node'
import { embeddedTemplate, makeEngineFolder } from '../database/embedded-template.ts'

/** Makes the embedded database that test files copy, before they run and would all make it, and a folder for copies. */
export async function setup(project: TestProject): Promise<() => void> {
  await embeddedTemplate()
  const { folder, remove } = makeEngineFolder()
  project.provide('engineFolder', folder)
  return remove
}
