import type { Term } from '../vocabulary.ts'

/** How and when a family would like to be contacted about its request; a wish that staff read before they call. */
export const contactPreferences = [
  { slug: 'weekday_daytime', label: '工作日白天打电话' },
  { slug: 'weekday_evening', label: '工作日晚上打电话' },
  { slug: 'weekend', label: '周末打电话' },
  { slug: 'text_first', label: '先发短信，不要直接打电话' },
  { slug: 'no_call', label: '不要打电话，只发短信' },
] as const satisfies readonly Term[]

/** `先发短信，不要直接打电话`; undefined without a preference. */
export function contactPreferenceText(preference: string | undefined): string | undefined {
  return contactPreferences.find(({ slug }) => slug === preference)?.label
}
