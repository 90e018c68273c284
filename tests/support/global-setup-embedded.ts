import { embeddedTemplate } from './embedded-template.ts'

/** Makes the embedded database that test files copy, before they run and would all make it. */
export async function setup(): Promise<void> {
  await embeddedTemplate()
}
